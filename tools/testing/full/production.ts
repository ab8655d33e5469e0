import { buildStorefront } from "#tools/launcher/build.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { print } from "#tools/lib/terminal.ts";
import { nodeTests } from "#tools/testing/phases.ts";

/** Builds the storefront, and runs the tests of the production programs. One file at a time: they compare the ledger. */
const TESTS = ["--conditions=react-server", "--test-concurrency=1", "test/production/*.test.ts"];

const node = process.execPath;
await buildStorefront({ node });
const { passed = 0, failed = 0, output = "" } = await nodeTests(node, TESTS, childEnvironment(["CI"], {}));
if (failed > 0) print(output);
print(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
