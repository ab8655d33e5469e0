import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Which rules of axe run: those of these tags, or these alone. */
export type Rules = { readonly type: "tag" | "rule"; readonly values: readonly string[] };

/** A rule that is broken, and the elements that break it, as CSS selectors. */
export type Violation = { readonly id: string; readonly targets: readonly string[] };

/** What this file uses of the `axe` that it adds to a page. */
type Axe = {
  run(context: unknown, options: object): Promise<Awaited<ReturnType<AxeBuilder["analyze"]>>>;
};

const ofBuilder = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const AXE = readFileSync(ofBuilder.resolve("axe-core/axe.min.js"), "utf8");

/**
 * Runs axe on the page as it is. `parts` are CSS selectors that limit it. On a page without frames this is faster than AxeBuilder:
 * it sends the script once per page, where AxeBuilder sends one of three times the size twice per run, opens a second page to join
 * the results of frames, and also returns the rules that were not violated.
 */
export async function violationsOn(
  page: Page,
  rules: Rules,
  parts: readonly string[] = [],
): Promise<readonly Violation[]> {
  if (page.frames().length > 1) return violationsWithFrames(page, rules, parts);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ rules, parts }) => {
      const { axe } = window as unknown as { readonly axe: Axe };
      const context = parts.length > 0 ? { include: parts } : document;
      const { violations } = await axe.run(context, { runOnly: rules, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) }));
    },
    { rules, parts },
  );
}

async function violationsWithFrames(
  page: Page,
  { type, values }: Rules,
  parts: readonly string[],
): Promise<readonly Violation[]> {
  const axe = parts.reduce((axe, part) => axe.include(part), new AxeBuilder({ page }));
  const { violations } = await (type === "tag" ? axe.withTags([...values]) : axe.withRules([...values])).analyze();
  return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) }));
}
