import type { Kit } from "./kit.ts";

/**
 * Where a statement comes from. `specification`: the interface's own document. `reference`: the public reference of its
 * version 2.5. `extension`: a choice of Foyer, which another service need not have.
 */
export type Mark = "specification" | "reference" | "extension";

/** Returns nothing, or a remark on a statement that is met, such as the optional fields that are absent. */
export type Check = (kit: Kit) => Promise<string | undefined>;

/** Why a statement cannot be checked from outside. */
export type NotCheckable = { readonly notCheckable: string };

export type Statement = {
  /** The section's prefix and a number, such as RES-04. A number is never used for another statement. */
  readonly id: string;
  readonly mark: Mark;
  /** One or two sentences, as Markdown. */
  readonly says: string;
  readonly check: Check | NotCheckable;
};

type Made = (id: string, says: string, check: Check | NotCheckable) => Statement;

const of =
  (mark: Mark): Made =>
  (id, says, check) => ({ id, mark, says, check });

export const specification = of("specification");
export const reference = of("reference");
export const extension = of("extension");

export const notCheckable = (why: string): NotCheckable => ({ notCheckable: why });
