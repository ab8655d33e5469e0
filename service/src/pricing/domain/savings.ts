import type { Saving } from "./engine/rule.ts";

/** Returns one saving for each rule, in the order of the rules' first appearance. */
export function sumByRule(savings: readonly Saving[]): readonly Saving[] {
  const rows = new Map<string, Saving>();
  for (const { ruleId, name, minor } of savings) {
    rows.set(ruleId, { ruleId, name, minor: minor + (rows.get(ruleId)?.minor ?? 0) });
  }
  return [...rows.values()];
}
