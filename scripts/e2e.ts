import { Fault } from "./lib/fault.ts";
import { fromRoot, root } from "./lib/files.ts";
import { run, type Variables } from "./lib/run.ts";
import { runCommand, type Signals } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";
import { openTestSandbox } from "./sandbox/test-sandbox.ts";
import {
  browserTestEnvironment,
  EXIT,
  handshakeRefusal,
  runAndReport,
  runBrowserTests,
  STRICT,
  sandboxVariables,
} from "./testing/browser-tests.ts";
import { findBrowser, installedBrowser } from "./testing/find-browser.ts";

const USAGE = `npm run e2e -- --doctor    checks the settings; with --strict every browser engine must be installed
npm run e2e -- [options]   runs the tests; npx playwright test --help lists the options. --strict: an engine that did not run is an error
npm run e2e -- --by-address | --uat | --other-service [--plain] | --nginx   runs them against another system that it starts
docs/qa.md describes the settings, docs/testing.md the other systems.`;

/** The other systems. */
const ELSEWHERE = {
  "--by-address": "runByAddress",
  "--uat": "runAgainstUat",
  "--other-service": "runAgainstOtherService",
  "--nginx": "runBehindNginx",
} as const;

/** `npm run e2e`: runs the browser tests against E2E_ADDRESS, or against a sandbox that it starts. */
async function e2e(signals: Signals): Promise<number> {
  const node = process.execPath;
  const parameters = process.argv.slice(2);
  const has = (name: string) => parameters.includes(name);
  if (has("--help") || has("-h")) {
    print(USAGE);
    return EXIT.passed;
  }
  if (has("--doctor"))
    return doctor(
      node,
      parameters.filter((parameter) => parameter === STRICT),
    );
  if (has("--list")) return (await runBrowserTests(node, browserTestEnvironment(settings()), parameters)).code;
  for (const [name, runThere] of Object.entries(ELSEWHERE)) {
    if (!has(name)) continue;
    // Loaded when it is wanted: it has packages and programs that a run does not need.
    const elsewhere = await import("./testing/elsewhere.ts");
    return elsewhere[runThere](
      node,
      signals,
      parameters.filter((parameter) => parameter !== name),
    );
  }
  await refuseUnusable(node);
  const browser = { E2E_BROWSER: await findBrowser(node) };
  if (!process.env.E2E_ADDRESS) return runInSandbox(node, browser, parameters, signals);
  const env = browserTestEnvironment({ ...settings(), ...browser });
  return runAndReport(node, env, parameters, () => handshakeRefusal(node, env));
}

/** `npm run e2e -- --doctor`: prints the settings of the browser tests and which of them work. It starts and writes nothing. */
async function doctor(node: string, options: readonly string[]): Promise<number> {
  const env = browserTestEnvironment({ ...settings(), E2E_BROWSER: installedBrowser(node) });
  const { code, output } = await run(node, [fromRoot("e2e", "support", "target", "doctor.ts"), ...options], {
    cwd: root,
    env,
  });
  print(output.trimEnd());
  return code === 0 ? EXIT.passed : EXIT.unusable;
}

async function runInSandbox(
  node: string,
  browser: Variables,
  parameters: readonly string[],
  signals: Signals,
): Promise<number> {
  print("Before the tests a sandbox starts: half a minute, and 3 minutes more where these sources are not built yet.");
  const sandbox = await openTestSandbox(node, signals).catch((error: unknown) => {
    // Before the product runs, the machine is the cause.
    throw error instanceof Fault ? new Fault(error.message, { exitCode: EXIT.unusable }) : error;
  });
  try {
    const { addresses } = await sandbox.bringUp();
    const env = browserTestEnvironment({ ...sandboxVariables(addresses), ...browser });
    return await runAndReport(node, env, parameters);
  } finally {
    await sandbox.close();
  }
}

/** Throws a Fault that names each wrong setting, or why the target is no test system, before anything starts. */
async function refuseUnusable(node: string): Promise<void> {
  const refusal = await handshakeRefusal(node, browserTestEnvironment(settings()));
  if (refusal) throw new Fault(refusal, { exitCode: EXIT.unusable });
}

/** Returns the variables that begin with E2E_. */
const settings = (): Variables =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("E2E_")));

await runCommand(e2e);
