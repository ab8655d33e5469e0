import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "#tools/lib/paths.ts";
import type { ProductionProgram } from "./programs.ts";

const FAILED = 1;

/**
 * Runs programs with this terminal as their output until one ends or a signal arrives, then stops the others. Returns the
 * exit code: 0 after a signal, else that of the program that ended. Programs are stopped in the given order, each after
 * the one before has ended, so that clients end before the servers that they call.
 */
export async function runInForeground(node: string, programs: readonly ProductionProgram[]): Promise<number> {
  const children = programs.map(({ parameters, env }) =>
    spawn(node, [...parameters], { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] }),
  );
  const ends = children.map((child) => once(child, "exit").then(([code]) => code ?? FAILED));
  const stopped = new Promise<number>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve(0));
  });

  const code = await Promise.race([stopped, ...ends]);
  for (const child of children) await stop(child);
  return code;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
