import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Variables } from "#tools/lib/child-environment.ts";
import { root } from "#tools/lib/paths.ts";
import type { ProductionProgram } from "./programs.ts";

const FAILED = 1;
const MS = 1_000;
/** Longer than the longest payment, 35 s, after the drain time. A process manager waits longer still. */
const STOP_SECONDS = 40;

/**
 * Runs programs with this terminal as their output until one ends or a signal arrives, then stops the others. Returns the
 * exit code: 0 after a signal, else that of the program that ended. Programs are stopped in the given order, each after
 * the one before has ended, so that clients end before the servers that they call. A program that has not ended within
 * its drain time and STOP_SECONDS is killed, and the exit code is 1. SIGHUP goes to the service, which reads its certificate again.
 */
export async function runInForeground(node: string, programs: readonly ProductionProgram[]): Promise<number> {
  const children = programs.map(({ parameters, env }) =>
    spawn(node, [...parameters], { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] }),
  );
  process.on("SIGHUP", () => {
    for (const [at, child] of children.entries()) if (programs[at]?.name === "service") child.kill("SIGHUP");
  });
  const ends = children.map((child) => once(child, "exit").then(([code]) => code ?? FAILED));
  const stopped = new Promise<number>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve(0));
  });

  const code = await Promise.race([stopped, ...ends]);
  const killed: boolean[] = [];
  for (const [at, child] of children.entries()) killed.push(await stop(child, programs[at]?.env));
  return killed.includes(true) ? FAILED : code;
}

/** Stops a program. Returns whether it had to be killed. */
async function stop(child: ChildProcess, { DRAIN_SECONDS = "0" }: Variables = {}): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return false;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  let isKilled = false;
  const late = setTimeout(
    () => {
      isKilled = child.kill("SIGKILL");
    },
    (Number(DRAIN_SECONDS) + STOP_SECONDS) * MS,
  );
  await ended;
  clearTimeout(late);
  return isKilled;
}
