/**
 * Steps of a start that take long: what a terminal shows meanwhile, and that two commands do not take one step at the same time in one
 * checkout. Plain JavaScript without packages: `scripts/bootstrap.js` runs before anything is installed.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SECOND_MS = 1_000;
/** In a log: the seconds after which a step is named, and those after which it is named again. */
const FIRST_LINE = 3;
const NEXT_LINE = 30;
/** Moves to the start of the line of a terminal and empties it. */
const SAME_LINE = "\r\u001b[K";

/**
 * Runs a step and prints its name and duration: "Installing packages … 14 s". A terminal shows the time that has passed in a line that
 * moves, a log in lines. With `kept`, a JSON file in a data folder, both name the time that the step took before. Where the file cannot be
 * written they do without.
 */
export async function step(name, work, { kept, out = process.stdout } = {}) {
  const begun = Date.now();
  const passed = (digits) => `${name} … ${timeText(Date.now() - begun, digits)}`;
  const before = timesIn(kept)[name];
  const show = () => {
    const line = `${passed(0)}${before === undefined ? "" : ` (${timeText(before)} last time)`}`;
    out.write(out.isTTY ? `${SAME_LINE}${line}` : `${line}\n`);
  };
  const end = (line) => out.write(`${out.isTTY ? SAME_LINE : ""}${line}\n`);

  if (out.isTTY) show();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (out.isTTY || seconds === FIRST_LINE || seconds % NEXT_LINE === 0) show();
  }, SECOND_MS);
  try {
    const result = await work();
    end(passed());
    keepTime(kept, name, Date.now() - begun);
    return result;
  } catch (error) {
    end(`${name} … failed`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Formats a duration: "0.4 s", "14 s", "2 min 5 s". `digits` are those of less than ten seconds. */
export function timeText(ms, digits = 1) {
  const seconds = ms / SECOND_MS;
  if (seconds < 10) return `${seconds.toFixed(digits)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function timesIn(kept) {
  try {
    return JSON.parse(readFileSync(kept, "utf8"));
  } catch {
    return {};
  }
}

function keepTime(kept, name, ms) {
  if (kept === undefined) return;
  try {
    // Packages are installed before the data folder is made. As root, the database's user passes through it.
    if (!existsSync(dirname(kept))) mkdirSync(dirname(kept), { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    writeWhole(kept, { ...timesIn(kept), [name]: ms });
  } catch {
    // A start does without.
  }
}

function writeWhole(file, value) {
  writeFileSync(`${file}.part`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/**
 * Runs work on a checkout that two commands would spoil together: the installation of packages and the build. `what` says what it does:
 * "builds the storefront". While another command does such work, calls `refuse`, which ends or throws, with what that is and what to do.
 */
export async function alone(checkout, what, work, refuse) {
  const file = join(checkout, ".foyer-busy.json");
  const busy = takeLock(file, what);
  if (busy !== undefined) return refuse(busy);
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** Returns why the lock cannot be taken, or `undefined` once it is. */
function takeLock(file, what) {
  const own = { what, pid: process.pid, command: commandOf(process.pid), begun: Date.now() };
  try {
    writeFileSync(file, JSON.stringify(own), { flag: "wx", mode: 0o600 });
    return undefined;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const { pid, begun, ...other } = timesIn(file);
    if (pid !== process.pid && isRunning(pid) && commandOf(pid) === other.command)
      return `Another command ${other.what} in this checkout (process ${pid}), and has for ${timeText(Date.now() - begun)}. Wait until it is done and try again, or stop it with Ctrl-C in its terminal.`;
    // That command was killed.
    rmSync(file, { force: true });
    return takeLock(file, what);
  }
}

/** Returns whether a process with this id runs, also one of another user. */
export function isRunning(pid) {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Returns the command line of a process, by which a later process with the same id is told apart; empty where the system does not tell. */
function commandOf(pid) {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
