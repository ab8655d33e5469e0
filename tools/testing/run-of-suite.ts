import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { installedBrowser } from "./find-browser.ts";

export type SuiteRun = {
  readonly code: number;
  readonly output: string;
  readonly lastLine: string;
  /** The folder of its reports. */
  readonly results: string;
  readonly read: (file: string) => string;
};

type Options = {
  /** A folder for this run's files. */
  readonly folder: string;
  /** Expressions that replace settings of playwright.config.ts, such as `retries: 2`. */
  readonly settings?: string;
  readonly parameters?: readonly string[];
  readonly variables: Variables;
};

const urlOf = (...parts: readonly string[]) => JSON.stringify(pathToFileURL(fromRoot(...parts)).href);

/** Runs `npm run e2e` with the configuration, the fixtures and the reporters of the suite, and with these tests alone. */
export async function runOfSuite(body: string, options: Options): Promise<SuiteRun> {
  const { folder, settings = "", parameters = [], variables } = options;
  const own = mkdtempSync(join(folder, "suite-"));
  const results = join(own, "results");
  const config = `import config from ${urlOf("playwright.config.ts")};\nexport default { ...config, testDir: ${JSON.stringify(own)}, testMatch: "*.spec.mjs", ${settings} };\n`;
  writeFileSync(join(own, "playwright.config.mjs"), config);
  writeFileSync(
    join(own, "own.spec.mjs"),
    `import { expect, test } from ${urlOf("e2e", "support", "fixtures.ts")};\n${body}`,
  );
  const browser = installedBrowser(process.execPath) ?? process.execPath;
  const child = spawn(
    process.execPath,
    [fromRoot("tools", "e2e.ts"), `--config=${join(own, "playwright.config.mjs")}`, ...parameters],
    {
      env: {
        ...childEnvironment([], {}),
        ...{ E2E_BROWSER: browser, E2E_ENGINES: "chromium", E2E_RESULTS: results, ...variables },
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const [code] = await once(child, "close");
  const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
  return { code, output, lastLine, results, read: (file) => readFileSync(join(results, file), "utf8") };
}
