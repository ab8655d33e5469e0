import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { keepBounded, startNewLog } from "./bounded-log.ts";
import { codeOf, Fault } from "./fault.ts";
import { fromRoot, root } from "./paths.ts";
import { probe } from "./probe.ts";
import { lastLines } from "./run.ts";

const READY_MS = 120_000;
const POLL_MS = 50;
/** Longer than the longest pay call, so that a stop never interrupts a payment. */
const STOP_MS = 40_000;

const endWithParent = pathToFileURL(fromRoot("tools", "lib", "end-with-parent.ts")).href;

/** A program to start. It is ready once `ready.url` answers 200 or, with `firstLine`, once it has printed a line. */
export type Program = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly env: NodeJS.ProcessEnv;
} & (
  | { readonly firstLine: true; readonly ready?: never }
  | { readonly ready: { readonly url: string; readonly ca?: string }; readonly firstLine?: never }
);

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
  readyAt: number;
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

  /** Starts a program and waits until it is ready. Returns its first line, or "" for a program with `ready`. */
  async function start(program: Program): Promise<string> {
    const log = join(logs, `${program.name}.log`);
    startNewLog(log);
    keepBounded(log);
    const one = { program, log, tries: 0, readyAt: 0, ...launch(program, log) };
    running.push(one);
    const line = await untilReady(one);
    void restartOnExit(one);
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

  async function untilReady(one: Running): Promise<string> {
    let isOver = false;
    const unexpected = one.ended.then((how): never => {
      isOver = true;
      throw endOf(one, how);
    });
    unexpected.catch(() => {});
    const line = await Promise.race([
      unexpected,
      one.program.firstLine ? firstLineOf(one.child) : untilAnswered(one, () => isStopping() || isOver),
    ]);
    one.readyAt = Date.now();
    return line;
  }

  async function restartOnExit(one: Running): Promise<void> {
    let fault = endOf(one, await one.ended);
    if (Date.now() - one.readyAt >= restart.stableMs) one.tries = 0;
    for (let waitMs = restart.waitsMs[one.tries]; waitMs !== undefined; waitMs = restart.waitsMs[one.tries]) {
      if (isStopping()) return;
      one.tries += 1;
      killGroup(one.child);
      restart.note(
        `${fault.summary} Starting it again in ${waitMs / 1000} s (${one.tries} of ${restart.waitsMs.length}).`,
      );
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping()) return;
      try {
        Object.assign(one, launch(one.program, one.log));
        await untilReady(one);
        restart.note(`The ${one.program.name} is running again.`);
        return void restartOnExit(one);
      } catch (error) {
        if (!(error instanceof ProgramFault)) throw error;
        fault = error;
        killGroup(one.child);
      }
    }
    if (!isStopping()) reportDeath(fault);
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
    super(`${summary}${before} Its last lines, from ${log}:\n${lastLines(read(log))}`);
    this.summary = summary;
  }
}

const endOf = (one: Running, how: string) => new ProgramFault(one, `has ended (${how})`);

async function untilAnswered(one: Running, isOver: () => boolean): Promise<string> {
  const { ready } = one.program;
  const until = Date.now() + READY_MS;
  while (ready && Date.now() < until && !isOver()) {
    if ((await probe(ready.url, ready.ca)) === 200) return "";
    await pause(POLL_MS);
  }
  throw new ProgramFault(one, `is not ready after ${READY_MS / 1000} s`);
}

/** Returns the first line of the output. The rest is read and dropped, so that a full pipe never blocks the program. */
function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (stdout) createInterface({ input: stdout }).on("line", resolve);
  });
}

function read(log: string): string {
  return existsSync(log) ? readFileSync(log, "utf8") : "";
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}
