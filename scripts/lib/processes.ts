import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { codeOf, Fault } from "./fault.ts";
import { fromRoot, root } from "./files.ts";
import { ask } from "./ports.ts";
import { keepBounded, lastLines, previousOf } from "./run.ts";

const READY_MS = 120_000;
const POLL_MS = 50;
/** Longer than the longest pay call, so that a stop never interrupts a payment. */
const STOP_MS = 40_000;

const endWithParent = pathToFileURL(fromRoot("scripts", "lib", "end-with-parent.ts")).href;

/**
 * A program to start. It is ready once `ready.url` answers 200 or, with `firstLine`, once it has printed a line. A program
 * that is not ready `unless.afterMs` after its start answers why: `unless.say` is called with each answer that differs from the last.
 */
export type Program = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly env: NodeJS.ProcessEnv;
} & (
  | { readonly firstLine: true; readonly ready?: never }
  | {
      readonly ready: { readonly url: string; readonly ca?: string; readonly unless?: Unless };
      readonly firstLine?: never;
    }
);

type Unless = { readonly afterMs: number; readonly say: (answer: string) => void };

/** The delay before each restart, and how long a program must run to reset the count of restarts. */
export type Restart = {
  readonly waitsMs: readonly number[];
  readonly stableMs: number;
  readonly note: (line: string) => void;
};

export type Processes = ReturnType<typeof createProcesses>;

/** For tests, where a program that ends is a failure. */
const NO_RESTARTS: Restart = { waitsMs: [], stableMs: 0, note: () => {} };

/** A program that was started, with its current process. */
type Running = {
  readonly program: Program;
  readonly log: string;
  tries: number;
  child: ChildProcess;
  ended: Promise<string>;
};

/**
 * Starts child processes that stop together. Each has its own log and its own process group, so that Ctrl-C reaches only
 * this process. A program that ends unexpectedly is restarted after the next of `waitsMs`; after it was ready for
 * `stableMs`, the count of restarts is reset. `note` is called at each restart.
 */
export function createProcesses({
  node,
  logs,
  restart = NO_RESTARTS,
}: {
  readonly node: string;
  readonly logs: string;
  readonly restart?: Restart | undefined;
}) {
  const running: Running[] = [];
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  /** Resolves with a Fault when a program has ended unexpectedly and is not restarted. */
  const { promise: death, resolve: reportDeath } = Promise.withResolvers<Fault>();

  /** Starts a program and waits until it is ready. Returns its first line, or the answer of `ready`. */
  async function start(program: Program): Promise<string> {
    const log = join(logs, `${program.name}.log`);
    // The log of the last start is needed after a crash.
    if (existsSync(log)) renameSync(log, previousOf(log));
    keepBounded(log);
    const one = { program, log, tries: 0, ...launch(program, log) };
    running.push(one);
    const line = await untilReady(one);
    void keepRunning(one);
    return line;
  }

  function launch({ parameters, env, firstLine }: Program, log: string): Pick<Running, "child" | "ended"> {
    const handle = openSync(log, "a", 0o600);
    const child = spawn(node, ["--import", endWithParent, ...parameters], {
      cwd: root,
      env: { ...env, FOYER_LAUNCHER: String(process.pid) },
      detached: true,
      stdio: ["pipe", firstLine ? "pipe" : handle, handle],
    });
    closeSync(handle);
    const ended = new Promise<string>((resolve) => {
      child.on("exit", (code, signal) => resolve(signal ?? `exit ${code}`));
      child.on("error", (error) => resolve(error.message));
    });
    return { child, ended };
  }

  /**
   * Returns the answer, or the first line of a program that is started by it; the rest is read and dropped, so that a full pipe never
   * blocks it.
   */
  async function untilReady(one: Running): Promise<string> {
    const [{ ready }, { stdout }] = [one.program, one.child];
    let hasEnded = false;
    const ended = one.ended.then((how): never => {
      hasEnded = true;
      throw endOf(one, how);
    });
    ended.catch(() => {});
    if (stdout !== null) {
      const [line] = await Promise.race([ended, once(createInterface({ input: stdout }), "line")]);
      return line;
    }
    if (ready === undefined) return "";
    const begun = Date.now();
    let said = "";
    for (;;) {
      const { status, body } = await ask(ready.url, { ca: ready.ca });
      if (status === 200) return body;
      if (hasEnded) return ended;
      const tookMs = Date.now() - begun;
      if (isStopping() || tookMs > READY_MS) throw new ProgramFault(one, `is not ready after ${READY_MS / 1000} s`);
      if (ready.unless && tookMs > ready.unless.afterMs && status !== 0 && body !== said) {
        ready.unless.say(body);
        said = body;
      }
      await pause(POLL_MS);
    }
  }

  async function keepRunning(one: Running): Promise<void> {
    let readyAt = Date.now();
    for (let how = await one.ended; !isStopping(); how = await one.ended) {
      const fault = endOf(one, how);
      if (Date.now() - readyAt >= restart.stableMs) one.tries = 0;
      const waitMs = restart.waitsMs[one.tries];
      if (waitMs === undefined) return reportDeath(fault);
      one.tries += 1;
      killGroup(one.child);
      restart.note(
        `${fault.summary} Starting it again in ${waitMs / 1000} s (${one.tries} of ${restart.waitsMs.length}).`,
      );
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping()) return;
      Object.assign(one, launch(one.program, one.log));
      readyAt = Number.POSITIVE_INFINITY;
      try {
        await untilReady(one);
        readyAt = Date.now();
        restart.note(`The ${one.program.name} is running again.`);
      } catch {
        // It has ended, or is ended and counted as one that did.
        killGroup(one.child);
      }
    }
  }

  /** Stops the programs in reverse order, so that clients end before the servers that they call. */
  async function stop(): Promise<void> {
    stopping.abort();
    for (const { child, ended } of [...running].reverse()) {
      child.kill("SIGTERM");
      const late = setTimeout(() => killGroup(child), STOP_MS);
      await ended;
      clearTimeout(late);
    }
  }

  /** Kills all programs at once. */
  function killAll(): void {
    for (const { child } of running) killGroup(child);
  }

  return { start, stop, killAll, death };
}

/** A failure of a program. `summary` is the first sentence of the message. */
class ProgramFault extends Fault {
  readonly summary: string;

  constructor({ program, log, tries }: Running, what: string) {
    const summary = `The ${program.name} ${what}.`;
    const before = tries > 0 ? ` It was restarted ${tries} times.` : "";
    const text = existsSync(log) ? readFileSync(log, "utf8") : "";
    super(`${summary}${before} Its last lines, from ${log}:\n${lastLines(text)}`);
    this.summary = summary;
  }
}

const endOf = (one: Running, how: string) => new ProgramFault(one, `has ended (${how})`);

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}
