import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { print } from "#tools/lib/terminal.ts";
import { missingPrograms } from "#tools/testing/edge/shipped-edge.ts";

/** Runs the tests of the shipped edges, with the programs of this machine's distribution. */
const [missing] = missingPrograms(["nginx", "caddy"]);
if (missing !== undefined) {
  print(`NOT RUN: ${missing} is not installed`);
  process.exit(0);
}
const tests = [fromRoot("tools", "testing", "full", "node-tests.ts"), "test/edge/*.test.ts"];
const { code } = await run(process.execPath, tests, { cwd: root, env: childEnvironment(["CI"], {}), stdio: "inherit" });
process.exit(code);
