import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import type { Signals } from "#tools/lib/signals.ts";
import { print } from "#tools/lib/terminal.ts";

/** Runs browser tests against a system that it starts, with the parameters of the command. Returns the exit code. */
export type Elsewhere = (node: string, signals: Signals, parameters: readonly string[]) => Promise<number>;

const PASSED_ON = ["CI", "E2E_LANGUAGE", "E2E_SIZE", "E2E_TIMEOUT_FACTOR"];

/** Runs `npm run e2e` with these settings of a tester alone. */
export async function runAsTester(node: string, settings: Variables, parameters: readonly string[]): Promise<number> {
  const env = childEnvironment(PASSED_ON, settings);
  const command = [fromRoot("tools", "e2e.ts"), ...parameters];
  const { code } = await run(node, command, { cwd: root, env, stdio: "inherit", endsCleanly: true });
  return code;
}

/** Prints the settings of a tester for runs by hand, and waits for a signal. */
export async function serveUntilStopped(settings: Variables): Promise<never> {
  print("\nThe test system is ready. Its settings:\n");
  for (const [name, value] of Object.entries(settings)) if (value) print(`export ${name}='${value}'`);
  print("\nCtrl-C stops everything.");
  return new Promise(() => setInterval(() => {}, 60_000));
}
