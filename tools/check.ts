import { rmSync } from "node:fs";
import { explain } from "./lib/fault.ts";
import { fromRoot, root } from "./lib/paths.ts";
import { run } from "./lib/run.ts";
import { onSignal } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";

const UNIT_TESTS = [
  "{app,components,i18n,lib,cache,e2e}/**/*.test.ts",
  "test/{,tools/,other-service/,conformance/}*.test.ts",
];
const SEEDED = "--import=./test/tools/random-seed.ts";
const UNITS = ["--conditions=react-server", SEEDED, "--test", ...UNIT_TESTS];
const [NEXT, TYPESCRIPT, BIOME] = ["next/dist/bin/next", "typescript/bin/tsc", "@biomejs/biome/bin/biome"].map((file) =>
  fromRoot("node_modules", file),
) as [string, string, string];
const TYPES = [TYPESCRIPT, "--noEmit", "--incremental", "false"];

type Check = readonly [name: string, command: readonly string[]];

/** The checks, each after those that it depends on. */
const CHECKS: readonly Check[] = [
  ["routes", [NEXT, "typegen"]],
  ["types", TYPES],
  ["types of the service", [...TYPES, "-p", "service"]],
  ["lint", [BIOME, "check", "--error-on-warnings", "."]],
  ["units", UNITS],
];

/** What `--write` does before the checks: it formats, sorts imports, and writes `deploy/.env.example` from lib/env.ts. */
const WRITES: readonly Check[] = [
  ["format", [BIOME, "check", "--write", "."]],
  [
    ".env.example",
    ["--conditions=react-server", "--test", "--test-update-snapshots", fromRoot("lib", "env-example.test.ts")],
  ],
];

/** `npm run check`: types, lint and unit tests. A check that fails does not keep the others from running. */
async function check(): Promise<number> {
  // Generated types of deleted pages would be checked.
  rmSync(fromRoot(".next", "dev", "types"), { recursive: true, force: true });
  const failed: string[] = [];
  for (const [name, command] of [...(process.argv.includes("--write") ? WRITES : []), ...CHECKS]) {
    const { code } = await run(process.execPath, command, { cwd: root, stdio: "inherit" });
    if (code !== 0) failed.push(name);
  }
  print(failed.length === 0 ? "\nEverything is in order." : `\nFAILED: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

const signals = onSignal({ exitCode: 130 });
try {
  const exitCode = await check();
  await signals.unlessStopping();
  process.exit(exitCode);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
