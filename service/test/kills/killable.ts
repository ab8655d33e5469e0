import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { COMPILED } from "#test/programs.ts";

/** A program that a test kills and starts again. */
export type Killable = {
  readonly start: () => Promise<void>;
  /** Ends it with SIGKILL, and returns when it has ended. */
  readonly kill: () => Promise<void>;
  /** The id of the process that runs now. */
  readonly pid: () => number;
  /** What it did without being told: an exit that no kill has caused. */
  readonly faults: () => readonly string[];
};

type KillableProgram = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The file of its output. */
  readonly log: string;
  /** A line that it prints when it is ready, or an address that answers then. */
  readonly ready: RegExp | (() => Promise<boolean>);
};

/** The longest time until a start succeeds, with all tries: what it needs may be starting too. */
const START_MS = 90_000;
const POLL_MS = 50;

/** Returns a Node program that can be killed. A start that fails is repeated, as a supervisor does. */
export function killableProgram(program: KillableProgram): Killable {
  const faults: string[] = [];
  let child: ChildProcess | undefined;
  let isKilled = false;
  const clearAway = () => child?.kill("SIGKILL");
  process.once("exit", clearAway);

  async function start(): Promise<void> {
    const until = Date.now() + START_MS;
    isKilled = false;
    while (Date.now() < until) {
      child = launch(program);
      const started = child;
      const ended = once(child, "exit").then(() => false);
      const said = linesOf(child, program);
      if (await Promise.race([ended, isReady(program, said, () => started.exitCode !== null)])) {
        void ended.then(() => {
          if (!isKilled && child === started)
            faults.push(`the ${program.name} has ended by itself: see ${program.log}`);
        });
        return;
      }
      await pause(POLL_MS);
    }
    throw new Error(`The ${program.name} does not start: see ${program.log}`);
  }

  async function kill(): Promise<void> {
    isKilled = true;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  return { start, kill, pid: () => child?.pid ?? 0, faults: () => faults };
}

function launch({ parameters, env, cwd }: KillableProgram): ChildProcess {
  return spawn(process.execPath, [...parameters], {
    env: { ...COMPILED, ...env },
    ...(cwd && { cwd }),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Writes the output to the log. Resolves when a line says that the program is ready. */
function linesOf({ stdout, stderr }: ChildProcess, { log, ready }: KillableProgram): Promise<true> {
  const { promise, resolve } = Promise.withResolvers<true>();
  for (const stream of [stdout, stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      appendFileSync(log, `${line}\n`);
      if (ready instanceof RegExp && ready.test(line)) resolve(true);
    });
  }
  return promise;
}

async function isReady({ ready }: KillableProgram, said: Promise<true>, hasEnded: () => boolean): Promise<boolean> {
  if (ready instanceof RegExp) return said;
  while (!hasEnded()) {
    if (await ready().catch(() => false)) return true;
    await pause(POLL_MS);
  }
  return false;
}
