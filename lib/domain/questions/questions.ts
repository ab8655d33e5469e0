import { type Field, isPhone } from "./field.ts";

/** Questions that belong together on the page; without a name, to every Event of the Cart. */
export type QuestionGroup = { readonly eventName?: string; readonly fields: readonly Field[] };

type Asking = { readonly name: string; readonly fields: readonly Field[] };

/** Each question once: what several Events ask comes first, then each Event's own. */
export function questionGroups(events: readonly Asking[]): readonly QuestionGroup[] {
  const asked = events.flatMap(({ fields }) => fields.filter((field) => !isPhone(field)));
  const alike = Map.groupBy(asked, ({ name }) => name);
  const several = [...alike.values()].filter((same) => same.length > 1);
  const own = events.map(({ name, fields }) => ({
    eventName: name,
    fields: fields.filter((field) => !isPhone(field) && alike.get(field.name)?.length === 1),
  }));
  const groups = [{ fields: several.map(merged) }, ...own].filter(({ fields }) => fields.length > 0);
  // With one Event there is nothing to tell apart.
  const sorted = groups.map((group) => ({ ...group, fields: inDisplayOrder(group.fields) }));
  return events.length === 1 ? sorted.map(({ fields }) => ({ fields })) : sorted;
}

/** Every question stands right below the one whose answer calls for it. */
export function inDisplayOrder<Asked extends Field>(fields: readonly Asked[]): readonly Asked[] {
  const names = new Set(fields.map(({ name }) => name));
  const below = (parent: string, left: readonly Asked[]): readonly Asked[] => {
    const rest = left.filter((field) => field.parent !== parent);
    return left.filter((field) => field.parent === parent).flatMap((field) => [field, ...below(field.name, rest)]);
  };
  return fields
    .filter(({ parent }) => parent === undefined || !names.has(parent))
    .flatMap((field) => [field, ...below(field.name, fields)]);
}

/** As strict as the strictest of them: one answer must fit all. */
function merged(same: readonly Field[]): Field {
  const [first, ...others] = same;
  if (first === undefined) throw new Error("Nothing can be merged out of no questions.");
  const common = first.choices.filter((choice) =>
    others.every(({ input, choices }) => input !== "choice" || choices.includes(choice)),
  );
  return {
    ...first,
    choices: first.input === "choice" && common.length > 0 ? common : first.choices,
    required: same.some(({ required }) => required),
    lengthMax: Math.min(...same.map(({ lengthMax }) => lengthMax)),
  };
}
