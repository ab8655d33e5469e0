import "./require-node.js";
import { findBrowser } from "./browser.js";
import { buildStorefront } from "./build.js";
import { writeWhole } from "./data-folder.js";
import { explain, Fault } from "./fault.js";
import { root } from "./house.js";
import { namedBrowserTests, namedTests } from "./planting.js";
import { findRuntime } from "./runtime.js";
import { onSignal } from "./signals.js";
import { handshakeRefusal, storyEnvironment, toldAbout } from "./stories.js";
import { openTestHouse } from "./test-house.js";

const BROWSER = /^e2e\//;
const LAST = /^test\/leak\//;

/**
 * Builds and serves this tree, and runs the named tests against it: `built-tests.js '[{"file","test"}]' results.json`.
 * They come in the gate's order: the leak hunt looks through what the browser tests before it have left behind.
 */
async function builtTests(signals) {
  const [tests, report] = [JSON.parse(process.argv[2] ?? "[]"), process.argv[3]];
  const node = findRuntime();
  const house = await openTestHouse(node, signals);
  try {
    const prepared = await house.prepare();
    const actionsKey = await buildStorefront({ node, data: house.data });
    const { addresses } = await house.startAll(prepared, actionsKey);
    const env = storyEnvironment({ ...toldAbout(addresses), E2E_BROWSER: await findBrowser(node) });
    const refusal = await handshakeRefusal(node, env);
    if (refusal) throw new Fault(refusal);
    const own = { ...env, ...house.storefrontSettings(addresses), ...house.leakSettings };
    const parts = [
      tests.filter(({ file }) => !BROWSER.test(file) && !LAST.test(file)),
      tests.filter(({ file }) => BROWSER.test(file)),
      tests.filter(({ file }) => LAST.test(file)),
    ];
    const results = [];
    for (const part of parts.filter(({ length }) => length > 0)) {
      const ran = BROWSER.test(part[0].file)
        ? await namedBrowserTests(node, root, { tests: part, env, timeout: PART_MS })
        : await namedTests(node, root, { tests: part, parameters: PARAMETERS, env: own, timeout: PART_MS });
      process.stdout.write(ran.output);
      results.push(...ran.results);
    }
    writeWhole(report, results);
  } finally {
    await house.close();
  }
}

const PART_MS = 10 * 60_000;
const PARAMETERS = ["--conditions=react-server", "--test-concurrency=1"];

const signals = onSignal({ exitCode: 130 });
try {
  await builtTests(signals);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
