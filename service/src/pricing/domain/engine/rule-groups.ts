import type { Solo } from "./search.ts";

/** Counted rules that are connected through shared lines. Two groups share no line. */
export type RuleGroup = { readonly rules: readonly Solo[]; readonly lineIndexes: readonly number[] };

/** Adds a rule and merges the groups that share a line with it. */
export function joinGroups(groups: readonly RuleGroup[], rule: Solo): readonly RuleGroup[] {
  const wanted = new Set(rule.lineIndexes);
  const touched = groups.filter(({ lineIndexes }) => lineIndexes.some((lineIndex) => wanted.has(lineIndex)));
  const lineIndexes = new Set([...touched.flatMap((group) => group.lineIndexes), ...wanted]);
  const joined = {
    rules: [...touched.flatMap(({ rules }) => rules), rule],
    lineIndexes: [...lineIndexes].sort((one, other) => one - other),
  };
  return [...groups.filter((group) => !touched.includes(group)), joined];
}
