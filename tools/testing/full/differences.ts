import type { Outcomes } from "./playwright-outcomes.ts";

/** Returns a line for each test whose outcome differs, or that only one of the runs has. */
export function differencesOf(one: Outcomes, other: Outcomes): readonly string[] {
  const titles = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
  return titles.flatMap((title) => {
    const [before, now] = [one[title] ?? "not run", other[title] ?? "not run"];
    return before === now ? [] : [`${title}: ${before}, then ${now}`];
  });
}
