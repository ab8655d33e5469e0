import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { childEnvironment } from "#scripts/lib/run.ts";
import { SERVICE_SETTINGS, STOREFRONT_SETTINGS, withFileNames, withMetricsPort } from "./settings.ts";

/** The programs of a production system. The service answers calls; the worker sweeps, reconciles, refunds and mails. */
export const PROGRAM_NAMES = ["storefront", "service", "worker"] as const;
type ProgramName = (typeof PROGRAM_NAMES)[number];

/** A program with everything that it is started with. */
type ProductionProgram = {
  readonly name: ProgramName;
  readonly parameters: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

/** Longer than the longest payment, 35 s, after the drain time. A process manager waits longer still. */
const STOP_SECONDS = 40;

/**
 * Returns a program with its own settings of this environment: no program gets another one's secrets. Of several, each has its
 * metrics at the port after that of the one before.
 */
export function productionProgram(name: ProgramName, settings: NodeJS.ProcessEnv, at = 0): ProductionProgram {
  const production = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...withMetricsPort(settings, at) };
  if (name !== "storefront")
    return {
      name,
      parameters: [fromRoot("service", "src", "main.ts"), name === "service" ? "api" : "worker"],
      env: childEnvironment(withFileNames(SERVICE_SETTINGS), production),
    };
  const { FOYER_HOST: host = "localhost", FOYER_PORT: port = "4000" } = settings;
  return {
    name,
    parameters: [fromRoot("server.ts"), "-H", host, "-p", port],
    env: childEnvironment(withFileNames([...STOREFRONT_SETTINGS, "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"]), production),
  };
}

/**
 * Replaces this process by the program, with the same process id: a process manager starts, signals and measures the program itself.
 * Returns only where the system cannot do so.
 */
export function replaceBy(node: string, { parameters, env }: ProductionProgram): void {
  process.chdir(root);
  process.execve?.(node, [node, ...parameters], env);
}

/**
 * Runs programs with this terminal as their output until one ends or a signal arrives, then stops the others. Returns the
 * exit code: 0 after a signal, else that of the program that ended. Programs are stopped in the given order, each after
 * the one before has ended, so that clients end before the servers that they call. A program that has not ended within
 * its drain time and STOP_SECONDS is killed, and the exit code is 1. SIGHUP goes to the service, which reads its certificate again.
 */
export async function runInForeground(node: string, programs: readonly ProductionProgram[]): Promise<number> {
  const children = programs.map(({ name, parameters, env }) => {
    const child = spawn(node, parameters, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    return { name, child, ended: once(child, "exit"), drainSeconds: Number(env.DRAIN_SECONDS ?? 0) };
  });
  process.on("SIGHUP", () => {
    for (const { name, child } of children) if (name === "service") child.kill("SIGHUP");
  });
  const stopped = new Promise<number>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve(0));
  });

  const code = await Promise.race([stopped, ...children.map(({ ended }) => ended.then(([code]) => code ?? 1))]);
  let isKilled = false;
  for (const { child, ended, drainSeconds } of children)
    isKilled = (await isKilledAfter(drainSeconds + STOP_SECONDS, child, ended)) || isKilled;
  return isKilled ? 1 : code;
}

/** Stops a program. Returns whether it had to be killed. */
async function isKilledAfter(seconds: number, child: ChildProcess, ended: Promise<unknown>): Promise<boolean> {
  child.kill("SIGTERM");
  let isKilled = false;
  const late = setTimeout(() => {
    isKilled = child.kill("SIGKILL");
  }, seconds * 1_000);
  await ended;
  clearTimeout(late);
  return isKilled;
}
