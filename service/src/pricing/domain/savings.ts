import type { Saving } from "./engine/rule.ts";

/** One row a rule, in the order in which the rules first appear. */
export function sumByRule(savings: readonly Saving[]): readonly Saving[] {
  const rows = new Map<string, Saving>();
  for (const { ruleId, name, minor } of savings) {
    rows.set(ruleId, { ruleId, name, minor: minor + (rows.get(ruleId)?.minor ?? 0) });
  }
  return [...rows.values()];
}
