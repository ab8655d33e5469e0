import type { NamedTest } from "#test/mutation/mutant.ts";
import { buildStorefront } from "#tools/launcher/build.ts";
import { explain, Fault } from "#tools/lib/fault.ts";
import { writeJson } from "#tools/lib/json-file.ts";
import { root } from "#tools/lib/paths.ts";
import { onSignal, type Signals } from "#tools/lib/signals.ts";
import { openTestSandbox } from "#tools/sandbox/test-sandbox.ts";
import { browserTestEnvironment, handshakeRefusal, sandboxVariables } from "#tools/testing/browser-tests.ts";
import { findBrowser } from "#tools/testing/find-browser.ts";
import { namedBrowserTests, namedTests } from "./mutants.ts";
import type { TestOutcome } from "./test-outcome.ts";

const BROWSER = /^e2e\//;
const LAST = /^test\/leak\//;
const PART_MS = 10 * 60_000;
const PARAMETERS = ["--conditions=react-server", "--test-concurrency=1"];

/**
 * Builds and serves this tree, and runs the named tests against it: `built-tests.ts '[{"file","test"}]' results.json`.
 * They run in the order of `npm test`: the leak tests search the results of the browser tests.
 */
async function runBuiltTests(signals: Signals): Promise<void> {
  const [, , list = "[]", report = "results.json"] = process.argv;
  const tests: readonly NamedTest[] = JSON.parse(list);
  const node = process.execPath;
  const sandbox = await openTestSandbox(node, signals);
  try {
    const prepared = await sandbox.prepare();
    const actionsKey = await buildStorefront({ node, data: sandbox.data });
    const { addresses } = await sandbox.startAll(prepared, actionsKey);
    const env = browserTestEnvironment({ ...sandboxVariables(addresses), E2E_BROWSER: await findBrowser(node) });
    const refusal = await handshakeRefusal(node, env);
    if (refusal) throw new Fault(refusal);
    const own = { ...env, ...sandbox.storefrontSettings(addresses), ...sandbox.leakSettings };
    const parts = [
      tests.filter(({ file }) => !BROWSER.test(file) && !LAST.test(file)),
      tests.filter(({ file }) => BROWSER.test(file)),
      tests.filter(({ file }) => LAST.test(file)),
    ];
    const outcomes: TestOutcome[] = [];
    for (const part of parts) {
      if (part[0] === undefined) continue;
      const result = BROWSER.test(part[0].file)
        ? await namedBrowserTests(node, root, { tests: part, env, timeout: PART_MS })
        : await namedTests(node, root, { tests: part, parameters: PARAMETERS, env: own, timeout: PART_MS });
      process.stdout.write(result.output);
      outcomes.push(...result.outcomes);
    }
    writeJson(report, outcomes);
  } finally {
    await sandbox.close();
  }
}

const signals = onSignal({ exitCode: 130 });
try {
  await runBuiltTests(signals);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
