/**
 * Two commands do not install packages or build at the same time in one checkout. Plain JavaScript without packages:
 * `scripts/bootstrap.js` runs before anything is installed.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeText } from "./progress.js";

/**
 * Runs work on a checkout that two commands would spoil together: the installation of packages and the build. `what` says what it does:
 * "builds the storefront". While another command does such work, calls `refuse`, which ends or throws, with what that is and what to do.
 */
export async function withCheckoutLock(checkout, what, work, refuse) {
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
    const { pid, begun, ...other } = holderIn(file);
    if (pid !== process.pid && isRunning(pid) && commandOf(pid) === other.command)
      return `Another command ${other.what} in this checkout (process ${pid}), and has for ${timeText(Date.now() - begun)}. Wait until it is done and try again, or stop it with Ctrl-C in its terminal.`;
    // That command was killed.
    rmSync(file, { force: true });
    return takeLock(file, what);
  }
}

/** Returns what a lock says, or nothing of one that is written at this moment. */
function holderIn(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
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
