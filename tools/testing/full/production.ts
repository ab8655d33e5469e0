import { buildStorefront } from "#tools/launcher/build.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { print } from "#tools/lib/terminal.ts";
import { missingPrograms } from "#tools/testing/edge/shipped-edge.ts";
import { nodeTests } from "#tools/testing/phases.ts";

/**
 * `production.ts <files> [<programs>]`: builds the storefront, and runs test files of the production programs, or prints which
 * program of the distribution is missing. One file at a time: they compare the ledger.
 */
const [files = "test/production/*.test.ts", programs] = process.argv.slice(2);
const node = process.execPath;
const [missing] = missingPrograms(programs?.split(",") ?? []);
if (missing !== undefined) {
  print(`NOT RUN: ${missing} is not installed`);
  process.exit(0);
}
await buildStorefront({ node });
const parameters = ["--conditions=react-server", "--test-concurrency=1", files];
const {
  passed = 0,
  failed = 0,
  output = "",
} = await nodeTests(node, parameters, childEnvironment(["CI", "E2E_BROWSER"], {}));
if (failed > 0) print(output);
print(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
