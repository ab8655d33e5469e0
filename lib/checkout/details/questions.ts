import { type Field, isPhone } from "#lib/ticketing/model/field.ts";

/** Questions shown together; without a name for every Event of the Cart. */
export type QuestionGroup = { readonly eventName?: string; readonly fields: readonly Field[] };

type EventQuestions = { readonly name: string; readonly fields: readonly Field[] };

/** Returns each question once: first those that several Events share, then those of each Event. */
export function questionGroups(events: readonly EventQuestions[]): readonly QuestionGroup[] {
  const shown = events.flatMap(({ fields }) => fields.filter((field) => !isPhone(field)));
  const alike = Map.groupBy(shown, ({ name }) => name);
  const several = [...alike.values()].filter((same) => same.length > 1);
  const own = events.map(({ name, fields }) => ({
    eventName: name,
    fields: fields.filter((field) => !isPhone(field) && alike.get(field.name)?.length === 1),
  }));
  const groups = [{ fields: several.map(merged) }, ...own].filter(({ fields }) => fields.length > 0);
  // With one Event the groups need no names.
  const sorted = groups.map((group) => ({ ...group, fields: inDisplayOrder(group.fields) }));
  return events.length === 1 ? sorted.map(({ fields }) => ({ fields })) : sorted;
}

/** Returns the questions in display order: each directly below the one that it depends on. */
export function inDisplayOrder<F extends Field>(fields: readonly F[]): readonly F[] {
  const names = new Set(fields.map(({ name }) => name));
  const below = (parent: string, left: readonly F[]): readonly F[] => {
    const rest = left.filter((field) => field.parent !== parent);
    return left.filter((field) => field.parent === parent).flatMap((field) => [field, ...below(field.name, rest)]);
  };
  return fields
    .filter(({ parent }) => parent === undefined || !names.has(parent))
    .flatMap((field) => [field, ...below(field.name, fields)]);
}

/** Returns one question as strict as the strictest of them: one answer must fit all. */
function merged(same: readonly Field[]): Field {
  const [first, ...others] = same;
  if (first === undefined) throw new Error("There are no questions to merge.");
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
