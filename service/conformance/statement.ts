import type { Answer } from "./client.ts";
import { expectFields, type Fields } from "./expect.ts";
import type { Kit } from "./kit.ts";

/**
 * Where a statement comes from. `specification`: the interface's own document. `reference`: the public reference of its
 * version 2.5. `extension`: a choice of Foyer, which another service need not have.
 */
export type Mark = "specification" | "reference" | "extension";

export type Statement = {
  /** The section's prefix and a number, such as RES-04. A number is never used for another statement. */
  readonly id: string;
  readonly mark: Mark;
  /** One or two sentences, as Markdown. */
  readonly says: string;
  /** Resolves to a remark on a statement that is met, such as the optional fields that are absent, or to nothing. */
  readonly check: (kit: Kit) => Promise<unknown>;
};

type Made = (id: string, says: string, check: Statement["check"]) => Statement;

const of =
  (mark: Mark): Made =>
  (id, says, check) => ({ id, mark, says, check });

export const specification = of("specification");
export const reference = of("reference");
export const extension = of("extension");

type Shape = {
  /** The call that answers it, and where in the answer it is. */
  readonly what: string;
  /** Reads it: an answer, and the part of it that has the fields. The part is the body unless it is named. */
  readonly read: (kit: Kit) => Promise<Answer | { readonly answer: Answer; readonly value: unknown }>;
  readonly required?: Fields;
  /** Of the reference: a service may leave them out. */
  readonly optional?: Fields;
  /** Of Foyer: a service that has one of them has it in this shape. */
  readonly extensions?: Fields;
};

/** States the fields of a resource. */
export function shape(id: string, { what, read, required = {}, optional = {}, extensions = {} }: Shape): Statement {
  const isExtension = Object.keys({ ...required, ...optional }).length === 0;
  const parts = [
    [required, "has"],
    [optional, "may have"],
    [extensions, isExtension ? "has" : "of Foyer's service also has"],
  ] as const;
  const says = parts.flatMap(([fields, verb]) => {
    const names = Object.keys(fields).map((name) => `\`${name}\``);
    return names.length === 0 ? [] : [`${verb} ${names.join(" ")}`];
  });
  return of(isExtension ? "extension" : "reference")(id, `${what} ${says.join("; ")}.`, async (kit) => {
    const found = await read(kit);
    const { answer, value } = "answer" in found ? found : { answer: found, value: found.body };
    return expectFields(answer, value, required, { ...optional, ...extensions });
  });
}
