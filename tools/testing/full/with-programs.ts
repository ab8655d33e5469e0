import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { print } from "#tools/lib/terminal.ts";
import { missingPrograms } from "#tools/testing/edge/shipped-edge.ts";

/**
 * `with-programs.ts nginx,caddy "test/edge/*.test.ts"`: runs test files of node:test that need programs of the distribution, or
 * prints which one is missing.
 */
const [programs = "", ...files] = process.argv.slice(2);
const [missing] = missingPrograms(programs.split(","));
if (missing !== undefined) {
  print(`NOT RUN: ${missing} is not installed`);
  process.exit(0);
}
const tests = [fromRoot("tools", "testing", "full", "node-tests.ts"), ...files];
const { code } = await run(process.execPath, tests, { cwd: root, env: childEnvironment(["CI"], {}), stdio: "inherit" });
process.exit(code);
