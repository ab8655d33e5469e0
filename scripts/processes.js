import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { answers } from "./answers.js";
import { Fault } from "./fault.js";
import { inHouse, root } from "./house.js";
import { lastLines } from "./run.js";

const READY_MS = 120_000;
const LOOK_AGAIN_MS = 50;
/** Longer than the longest pay call, so that a stop never cuts a payment off. */
const STOP_MS = 40_000;

const endWithParent = pathToFileURL(inHouse("scripts", "end-with-parent.js")).href;

/** Never restarts: what dies in a test is a failure, and a launcher that ends at once says so. */
const NO_RESTARTS = { waitsMs: [], stableMs: 0, note: () => {} };

/**
 * Starts children that stop together: each with a log of its own, in a group of its own, so that Ctrl-C reaches only us.
 * One that has been ready and ends unasked is started again, after the next of `waitsMs`; ready for `stableMs`, it has
 * all of them before it once more. `note` is told of each restart.
 */
export function createProcesses({ node, logs, restart = NO_RESTARTS }) {
  const running = [];
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let tellDeath;
  /** Settles with a Fault when a child has ended unasked and is not started again. */
  const death = new Promise((resolve) => {
    tellDeath = resolve;
  });

  /** Starts one, and waits until it answers at `ready`, or has said its first line if `firstLine` is asked for. */
  async function start(program) {
    const one = { ...program, log: newLog(logs, program.name), tries: 0 };
    running.push(one);
    const line = await launch(one);
    void keepUp(one);
    return line;
  }

  async function launch(one) {
    const { parameters, env, firstLine = false, log } = one;
    const handle = openSync(log, "a", 0o600);
    const child = spawn(node, ["--import", endWithParent, ...parameters], {
      cwd: root,
      env: { ...env, FOYER_LAUNCHER: String(process.pid) },
      detached: true,
      stdio: ["pipe", firstLine ? "pipe" : handle, handle],
    });
    closeSync(handle);
    one.child = child;
    let over = false;
    one.ended = new Promise((resolve) => {
      child.on("exit", (code, signal) => resolve(signal ?? `exit ${code}`));
      child.on("error", (error) => resolve(error.message));
    });
    const unexpected = one.ended.then((how) => {
      over = true;
      throw endOf(one, how);
    });
    unexpected.catch(() => {});
    const line = await Promise.race([
      unexpected,
      firstLine ? lineOf(child) : untilReady(one, () => isStopping() || over),
    ]);
    one.readyAt = Date.now();
    return line;
  }

  async function keepUp(one) {
    let fault = endOf(one, await one.ended);
    if (Date.now() - one.readyAt >= restart.stableMs) one.tries = 0;
    while (!isStopping() && one.tries < restart.waitsMs.length) {
      const waitMs = restart.waitsMs[one.tries];
      one.tries += 1;
      killGroup(one.child);
      restart.note(
        `${fault.summary} Starting it again in ${waitMs / 1000} s (${one.tries} of ${restart.waitsMs.length}).`,
      );
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping()) return;
      try {
        await launch(one);
        restart.note(`The ${one.name} is running again.`);
        return void keepUp(one);
      } catch (error) {
        fault = error;
        killGroup(one.child);
      }
    }
    if (!isStopping()) tellDeath(fault);
  }

  /** In the opposite order: who asks goes before who answers. */
  async function stop() {
    stopping.abort();
    for (const { child, ended } of [...running].reverse()) {
      child.kill("SIGTERM");
      const late = setTimeout(() => killGroup(child), STOP_MS);
      await ended;
      clearTimeout(late);
    }
  }

  /** For somebody who cannot wait. */
  function killAll() {
    for (const { child } of running) killGroup(child);
  }

  return { start, stop, killAll, death };
}

const endOf = (one, how) => faultOf(one, `has ended (${how})`);

/** Says what is wrong with a child, how often it was restarted before, and the last that it wrote. */
function faultOf({ name, log, tries }, what) {
  const summary = `The ${name} ${what}.`;
  const before = tries > 0 ? ` It was restarted ${tries} times.` : "";
  const fault = new Fault(`${summary}${before} Its last lines, from ${log}:\n${lastLines(read(log))}`);
  return Object.assign(fault, { summary });
}

async function untilReady(one, isOver) {
  const { ready } = one;
  const until = Date.now() + READY_MS;
  while (Date.now() < until && !isOver()) {
    if ((await answers(ready.url, ready.ca)) === 200) return;
    await pause(LOOK_AGAIN_MS);
  }
  throw faultOf(one, `is not ready after ${READY_MS / 1000} s`);
}

/** The rest of what it says is read and dropped, so that a full pipe never stops it. */
function lineOf(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", resolve);
  });
}

/** The log of the run before is kept, since that is the one somebody asks for after a crash. */
function newLog(logs, name) {
  const log = join(logs, `${name}.log`);
  if (existsSync(log)) renameSync(log, join(logs, `${name}.previous.log`));
  return log;
}

function read(log) {
  return existsSync(log) ? readFileSync(log, "utf8") : "";
}

function killGroup({ pid }) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
