import { childEnvironment } from "#tools/lib/child-environment.ts";
import { print } from "#tools/lib/terminal.ts";
import { nodeTests } from "#tools/testing/phases.ts";

/** Runs test files of node:test, and prints their counts in the last line as the other stages do. */
const env = childEnvironment(["CI", "E2E_BROWSER", "E2E_SIZE", "FOYER_SEED"], {});
const {
  passed = 0,
  failed = 0,
  skipped = 0,
  output = "",
} = await nodeTests(process.execPath, ["--conditions=react-server", ...process.argv.slice(2)], env);
if (failed > 0) print(output);
if (skipped > 0) print(`${skipped} skipped; skipped tests do not count as passed.`);
print(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
