import { rmSync } from "node:fs";
import { fromRoot, root } from "./lib/files.ts";
import { run } from "./lib/run.ts";
import { runCommand } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";
import { FORMAT, LINT, ROUTES, SEEDED, SERVICE_TYPES, TYPES, UNIT_TESTS } from "./testing/phases.ts";

type Check = readonly [name: string, command: readonly string[]];

/** The checks, each after those that it depends on. */
const CHECKS: readonly Check[] = [
  ["routes", ROUTES],
  ["types", TYPES],
  ["types of the service", SERVICE_TYPES],
  ["lint", LINT],
  ["units", ["--conditions=react-server", SEEDED, "--test", ...UNIT_TESTS]],
];

/** What `--write` does before the checks: it formats, sorts imports, and writes `deploy/.env.example` from lib/env.ts. */
const WRITES: readonly Check[] = [
  ["format", FORMAT],
  [".env.example", ["--conditions=react-server", "--test", "--test-update-snapshots", "lib/env-example.test.ts"]],
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

await runCommand(check);
