import { childEnvironment } from "./lib/child-environment.ts";
import { explain, Fault } from "./lib/fault.ts";
import { fromRoot, root } from "./lib/paths.ts";
import { run } from "./lib/run.ts";
import { onSignal, type Signals } from "./lib/signals.ts";
import { print, since } from "./lib/terminal.ts";
import { findBrowser } from "./testing/find-browser.ts";
import { openUatRig } from "./testing/uat-rig/uat-rig.ts";
import { type UatRun, uatRunOf } from "./testing/uat-rig/uat-run.ts";

/** Variables of the caller that the runs get as well. */
const PASSED_ON = ["CI", "E2E_SIZE", "E2E_TIMEOUT_FACTOR"];

/**
 * `npm run e2e:uat`: starts a test system as another company has it, and runs `npm run e2e` against it with the settings
 * of a tester there. The options are in `uatRunOf`; all others are Playwright's.
 */
async function uat(signals: Signals): Promise<number> {
  const node = process.execPath;
  const wanted = uatRunOf(process.argv.slice(2));
  const browser = await findBrowser(node);
  const rig = await openUatRig(node, signals, wanted);
  try {
    const variables = { ...rig.variables, E2E_BROWSER: browser, E2E_LANGUAGE: wanted.language };
    if (wanted.serves) return await serve(variables);
    return await runRepeatedly(node, variables, wanted);
  } finally {
    await rig.close();
  }
}

type Settings = Readonly<Record<string, string | undefined>>;

async function runRepeatedly(node: string, variables: Settings, { times, parameters }: UatRun): Promise<number> {
  const codes: number[] = [];
  for (let at = 1; at <= times; at += 1) {
    const begun = Date.now();
    print(`\nRun ${at} of ${times}`);
    const { code } = await run(node, [fromRoot("tools", "e2e.ts"), ...parameters], {
      cwd: root,
      env: childEnvironment(PASSED_ON, variables),
      stdio: "inherit",
    });
    codes.push(code);
    print(`Run ${at} of ${times}: exit code ${code}, after ${since(begun)}`);
  }
  const failed = codes.filter((code) => code !== 0).length;
  print(`\n${codes.length - failed} runs passed, ${failed} failed`);
  return Math.max(0, ...codes);
}

/** Prints the settings for runs by hand, until a signal arrives. */
async function serve(variables: Settings): Promise<number> {
  print("\nThe test system is ready. Its settings:\n");
  for (const [name, value] of Object.entries(variables)) if (value) print(`export ${name}='${value}'`);
  print("\nCtrl-C stops everything.");
  await new Promise(() => setInterval(() => {}, 60_000));
  throw new Fault("The test system ended.");
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exit(await uat(signals));
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
