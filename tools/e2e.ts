import { buildStorefront } from "./launcher/build.ts";
import type { Variables } from "./lib/child-environment.ts";
import { Fault } from "./lib/fault.ts";
import { fromRoot, root } from "./lib/paths.ts";
import { run } from "./lib/run.ts";
import { runCommand, type Signals } from "./lib/signals.ts";
import { print, step } from "./lib/terminal.ts";
import { openTestSandbox } from "./sandbox/test-sandbox.ts";
import {
  browserTestEnvironment,
  EXIT,
  handshakeRefusal,
  runAndReport,
  sandboxVariables,
} from "./testing/browser-tests.ts";
import type { Elsewhere } from "./testing/elsewhere.ts";
import { findBrowser, installedBrowser } from "./testing/find-browser.ts";

const USAGE = `npm run e2e -- --doctor    checks the settings
npm run e2e -- [options]   runs the tests; npx playwright test --help lists the options
npm run e2e -- --uat | --other-service | --nginx   runs them against another system that it starts
docs/qa.md describes the settings, docs/testing.md the other systems.`;

/** The other systems. Each is loaded when it is wanted: it has packages and programs that a run does not need. */
const ELSEWHERE: Readonly<Record<string, () => Promise<Elsewhere>>> = {
  "--uat": async () => (await import("./testing/uat-rig.ts")).runAgainstUat,
  "--other-service": async () => (await import("./testing/other-service.ts")).runAgainstOtherService,
  "--nginx": async () => (await import("./testing/behind-nginx.ts")).runBehindNginx,
};

/** `npm run e2e`: runs the browser tests against E2E_ADDRESS, or against a sandbox that it starts. */
async function e2e(signals: Signals): Promise<number> {
  const node = process.execPath;
  const parameters = process.argv.slice(2);
  if (parameters.some((parameter) => ["--help", "-h"].includes(parameter))) {
    print(USAGE);
    return EXIT.passed;
  }
  if (parameters.includes("--doctor")) return doctor(node);
  const elsewhere = Object.keys(ELSEWHERE).find((name) => parameters.includes(name));
  if (elsewhere !== undefined) {
    const runThere = await ELSEWHERE[elsewhere]?.();
    const others = parameters.filter((parameter) => parameter !== elsewhere);
    return runThere === undefined ? EXIT.unusable : runThere(node, signals, others);
  }
  await refuseUnusable(node);
  const browser = { E2E_BROWSER: await findBrowser(node) };
  return process.env.E2E_ADDRESS
    ? runAgainst(node, { ...settings(), ...browser }, parameters)
    : runInSandbox(node, browser, parameters, signals);
}

/** `npm run e2e -- --doctor`: prints the settings of the browser tests and which of them work. It starts and writes nothing. */
async function doctor(node: string): Promise<number> {
  const env = browserTestEnvironment({ ...settings(), E2E_BROWSER: installedBrowser(node) });
  const { code, output } = await run(node, [fromRoot("e2e", "support", "target", "doctor.ts")], { cwd: root, env });
  print(output.trimEnd());
  return code === 0 ? EXIT.passed : EXIT.unusable;
}

async function runInSandbox(
  node: string,
  browser: Variables,
  parameters: readonly string[],
  signals: Signals,
): Promise<number> {
  const sandbox = await withUnusableExitCode(() => openTestSandbox(node, signals));
  try {
    const prepared = await step("Preparing a database", sandbox.prepare);
    const actionsKey = await buildStorefront({ node, data: sandbox.data });
    const { addresses } = await step("Starting", () => sandbox.startAll(prepared, actionsKey));
    return await runAgainst(node, { ...sandboxVariables(addresses), ...browser }, parameters);
  } finally {
    await sandbox.close();
  }
}

/** Reports a Fault with the exit code for an unusable environment: before the product runs, the machine is the cause. */
async function withUnusableExitCode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Fault ? new Fault(error.message, { exitCode: EXIT.unusable, cause: error.cause }) : error;
  }
}

async function runAgainst(node: string, own: Variables, parameters: readonly string[]): Promise<number> {
  const env = browserTestEnvironment(own);
  const checkAgain = process.env.E2E_ADDRESS ? () => handshakeRefusal(node, env) : undefined;
  return runAndReport(node, env, parameters, checkAgain);
}

/**
 * Throws a Fault that names each wrong setting, or why the target is no test system, before anything starts. An empty
 * address, such as an undefined variable of a CI, would test a sandbox.
 */
async function refuseUnusable(node: string): Promise<void> {
  const refusal =
    process.env.E2E_ADDRESS === ""
      ? "E2E_ADDRESS is empty: name a storefront, or unset it to test a sandbox."
      : await handshakeRefusal(node, browserTestEnvironment(settings()));
  if (refusal) throw new Fault(refusal, { exitCode: EXIT.unusable });
}

/** Returns the variables that begin with E2E_. */
const settings = (): Variables =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("E2E_")));

await runCommand(e2e);
