import type { Answer } from "./expect.ts";
import { expectFields, type Fields, fieldOf, notOffered } from "./expect.ts";
import type { Kit } from "./kit.ts";

/**
 * Where a statement comes from. `specification`: the interface's own document. `reference`: the public reference of its
 * version 2.5. `extension`: a choice of Foyer, which another service need not have.
 */
export type Mark = (typeof MARKS)[number];
export const MARKS = ["specification", "reference", "extension"] as const;

export type Statement = {
  /**
   * The section's prefix and a number, such as RES-04. A number is never used for another statement. RES-04X is what Foyer fixes of the
   * resource that RES-04 states.
   */
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
  /** Of Foyer: further fields, and shapes or values of the reference's own that it leaves open. */
  readonly extensions?: Fields;
};

/** States the fields of a resource: those of the reference, and as a statement of its own those that Foyer fixes. */
export function shape(
  id: string,
  { what, read, required = {}, optional = {}, extensions = {} }: Shape,
): readonly Statement[] {
  const readPart = async (kit: Kit) => {
    const found = await read(kit);
    return "answer" in found ? found : { answer: found, value: found.body };
  };
  const named = (fields: Fields) =>
    Object.keys(fields)
      .map((name) => `\`${name}\``)
      .join(" ");
  const has = Object.keys(required).length > 0 && `has ${named(required)}`;
  const mayHave = Object.keys(optional).length > 0 && `may have ${named(optional)}`;
  const ofReference = [has, mayHave].filter(Boolean).join("; ");
  const stated = reference(id, `${what} ${ofReference}.`, async (kit) => {
    const { answer, value } = await readPart(kit);
    return expectFields(answer, value, required, optional);
  });
  const says = `${what} has in Foyer's service ${named(extensions)}.`;
  const fixed = extension(ofReference === "" ? id : `${id}X`, says, async (kit) => {
    const { answer, value } = await readPart(kit);
    if (Object.keys(extensions).every((name) => fieldOf(value, name) === undefined)) throw notOffered("no such field");
    return expectFields(answer, value, {}, extensions);
  });
  return [...(ofReference === "" ? [] : [stated]), ...(Object.keys(extensions).length === 0 ? [] : [fixed])];
}
