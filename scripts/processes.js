import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
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

/** Starts children that stop together: each with a log of its own, in a group of its own, so that Ctrl-C reaches only us. */
export function createProcesses({ node, logs }) {
  const running = [];
  let stopping = false;
  let tellDeath;
  /** Settles with a Fault when a child ends that nobody asked to. */
  const death = new Promise((resolve) => {
    tellDeath = resolve;
  });

  /** Starts one, and waits until it answers at `ready`, or has said its first line if `firstLine` is asked for. */
  async function start({ name, parameters, env, ready, firstLine = false }) {
    const log = newLog(logs, name);
    const handle = openSync(log, "a", 0o600);
    const child = spawn(node, ["--import", endWithParent, ...parameters], {
      cwd: root,
      env: { ...env, FOYER_LAUNCHER: String(process.pid) },
      detached: true,
      stdio: ["pipe", firstLine ? "pipe" : handle, handle],
    });
    closeSync(handle);
    const ended = new Promise((resolve) => {
      child.on("exit", (code, signal) => resolve(signal ?? `exit ${code}`));
      child.on("error", (error) => resolve(error.message));
    });
    running.push({ name, child, ended });

    let over = false;
    const unexpected = ended.then((how) => {
      over = true;
      const fault = new Fault(`The ${name} has ended (${how}). Its last lines, from ${log}:\n${lastLines(read(log))}`);
      if (!stopping) tellDeath(fault);
      throw fault;
    });
    unexpected.catch(() => {});
    return Promise.race([
      unexpected,
      firstLine ? lineOf(child) : untilReady({ name, log, ready, isOver: () => stopping || over }),
    ]);
  }

  /** In the opposite order: who asks goes before who answers. */
  async function stop() {
    stopping = true;
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

async function untilReady({ name, log, ready, isOver }) {
  const until = Date.now() + READY_MS;
  while (Date.now() < until && !isOver()) {
    if ((await answers(ready.url, ready.ca)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Fault(
    `The ${name} is not ready after ${READY_MS / 1000} s. Its last lines, from ${log}:\n${lastLines(read(log))}`,
  );
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
