import type { NamedTest } from "#test/mutation/mutant.ts";
import { buildStorefront } from "#tools/launcher/build.ts";
import type { Variables } from "#tools/lib/child-environment.ts";
import { explain, Fault } from "#tools/lib/fault.ts";
import { writeJson } from "#tools/lib/json-file.ts";
import { root } from "#tools/lib/paths.ts";
import { onSignal, type Signals } from "#tools/lib/signals.ts";
import { openTestSandbox } from "#tools/sandbox/test-sandbox.ts";
import { browserTestEnvironment, handshakeRefusal, sandboxVariables } from "#tools/testing/browser-tests.ts";
import { findBrowser } from "#tools/testing/find-browser.ts";
import { openUatRig } from "#tools/testing/uat-rig/uat-rig.ts";
import { namedBrowserTests, namedTests } from "./mutants.ts";
import type { TestOutcome } from "./test-outcome.ts";

const BROWSER = /^e2e\//;
const LAST = /^test\/leak\//;
const PART_MS = 10 * 60_000;
const PARAMETERS = ["--conditions=react-server", "--test-concurrency=1"];

/**
 * Builds and serves this tree, and runs the named tests against it: `built-tests.ts '[{"file","test"}]' results.json`.
 * With `uat` as the third parameter they run at the test system of `npm run e2e:uat`, with what a tester has there.
 */
async function runBuiltTests(signals: Signals): Promise<void> {
  const [, , list = "[]", report = "results.json", at] = process.argv;
  const tests: readonly NamedTest[] = JSON.parse(list);
  writeJson(report, await (at === "uat" ? testsAtUat(tests, signals) : testsInSandbox(tests, signals)));
}

async function testsAtUat(tests: readonly NamedTest[], signals: Signals): Promise<readonly TestOutcome[]> {
  const node = process.execPath;
  const rig = await openUatRig(node, signals, { withService: false, withProxy: false });
  try {
    return await browserTests(tests, { ...rig.variables, E2E_BROWSER: await findBrowser(node) });
  } finally {
    await rig.close();
  }
}

/** They run in the order of `npm test`: the leak tests search the results of the browser tests. */
async function testsInSandbox(tests: readonly NamedTest[], signals: Signals): Promise<readonly TestOutcome[]> {
  const node = process.execPath;
  const sandbox = await openTestSandbox(node, signals);
  try {
    const prepared = await sandbox.prepare();
    const actionsKey = await buildStorefront({ node, data: sandbox.data });
    const { addresses } = await sandbox.startAll(prepared, actionsKey);
    const variables = { ...sandboxVariables(addresses), E2E_BROWSER: await findBrowser(node) };
    const env = {
      ...sandbox.storefrontSettings(addresses),
      ...browserTestEnvironment(variables),
      ...sandbox.leakSettings,
    };
    const outcomes: TestOutcome[] = [];
    const serverTests = async (part: readonly NamedTest[]) => {
      if (part.length === 0) return;
      const result = await namedTests(node, root, { tests: part, parameters: PARAMETERS, env, timeout: PART_MS });
      process.stdout.write(result.output);
      outcomes.push(...result.outcomes);
    };
    await serverTests(tests.filter(({ file }) => !BROWSER.test(file) && !LAST.test(file)));
    outcomes.push(
      ...(await browserTests(
        tests.filter(({ file }) => BROWSER.test(file)),
        variables,
      )),
    );
    await serverTests(tests.filter(({ file }) => LAST.test(file)));
    return outcomes;
  } finally {
    await sandbox.close();
  }
}

async function browserTests(tests: readonly NamedTest[], variables: Variables): Promise<readonly TestOutcome[]> {
  if (tests.length === 0) return [];
  const env = browserTestEnvironment(variables);
  const refusal = await handshakeRefusal(process.execPath, env);
  if (refusal) throw new Fault(refusal);
  const result = await namedBrowserTests(process.execPath, root, { tests, env, timeout: PART_MS });
  process.stdout.write(result.output);
  return result.outcomes;
}

const signals = onSignal({ exitCode: 130 });
try {
  await runBuiltTests(signals);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
