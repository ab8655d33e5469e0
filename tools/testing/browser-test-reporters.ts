import { resolve } from "node:path";
import { root } from "#tools/lib/paths.ts";

/** Relative to the checkout, since Playwright splits reporters at commas, which an absolute path may contain. */
const MASK = "./e2e/reports/mask-reporter.ts";
const RESULTS = "./e2e/reports/results-reporter.ts";
const MATRIX = "./e2e/reports/matrix-reporter.ts";

/** What `npm run e2e` itself understands. Everything else is for Playwright. */
const OWN_FLAGS = ["--matrix", "--titles"];

/**
 * Returns the parameters for Playwright. Reporters of the command line replace those of playwright.config.ts, so the
 * reports that every run has are added to them: HTML, JUnit, JSON, and a blob for each shard.
 * The first masks secrets before the others print them.
 */
export function playwrightParameters(parameters: readonly string[]): readonly string[] {
  const isShard = parameters.some((parameter) => parameter.startsWith("--shard"));
  return parameters
    .map((parameter, at) => {
      const isValue = parameters[at - 1] === "--reporter";
      if (!isValue && !parameter.startsWith("--reporter=")) return parameter;
      const chosen = parameter.replace(/^--reporter=/, "").split(",");
      const missing = ["html", ...(isShard ? ["blob"] : [])].filter((name) => !chosen.includes(name));
      return `${isValue ? "" : "--reporter="}${[MASK, ...chosen, ...missing, RESULTS].join(",")}`;
    })
    .filter((parameter) => !OWN_FLAGS.includes(parameter));
}

/** Returns the parameters that list the tests and print the matrix alone. */
export function matrixParameters(parameters: readonly string[]): readonly string[] {
  const without = playwrightParameters(parameters).filter((parameter) => !parameter.startsWith("--reporter"));
  return [...without, "--list", `--reporter=${MATRIX}`];
}

/** Returns the variables of Playwright's own reporters, which have no options on a command line. */
export function reporterVariables(results: string): Readonly<Record<string, string>> {
  return {
    PLAYWRIGHT_HTML_OPEN: "never",
    PLAYWRIGHT_HTML_OUTPUT_DIR: resolve(root, results, "report"),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: resolve(root, results, "blob"),
  };
}
