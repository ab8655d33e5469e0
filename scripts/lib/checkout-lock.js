/**
 * Two commands do not install packages or build at the same time in one checkout. Plain JavaScript without packages:
 * `scripts/bootstrap.js` runs before anything is installed.
 */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { timeText } from "./progress.js";

/**
 * Runs work on a checkout that two commands would spoil together: the installation of packages and the build. `what` says what it does:
 * "builds the storefront". While another command does such work, calls `refuse`, which ends or throws, with what that is and what to do.
 */
export async function withCheckoutLock(checkout, what, work, refuse) {
  const file = join(checkout, ".foyer-busy.json");
  const own = JSON.stringify({
    what,
    pid: process.pid,
    host: hostname(),
    command: commandOf(process.pid),
    begun: Date.now(),
  });
  const problem = takeLock(file, own);
  if (problem !== undefined) return refuse(problem);
  const release = () => removeIf(file, own);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** Returns why the lock cannot be taken, or `undefined` once it is. */
function takeLock(file, own) {
  const whole = `${file}.${process.pid}`;
  try {
    // A link appears with its content at once, so that no other command reads half a lock.
    writeFileSync(whole, own);
    linkSync(whole, file);
    return undefined;
  } catch (error) {
    if (error.code !== "EEXIST")
      return `${file} cannot be written (${error.code}). Start Foyer as a user who may write in its checkout.`;
  } finally {
    removeIf(whole, own);
  }
  const held = contentOf(file);
  if (held === undefined) return takeLock(file, own);
  const { what, pid, host, command, begun } = JSON.parse(held);
  // The processes of another machine or container cannot be seen.
  if (host !== hostname() || (pid !== process.pid && isRunning(pid) && commandOf(pid) === command))
    return `Another command ${what} in this checkout (process ${pid} on ${host}), and has for ${timeText(Date.now() - begun)}. Wait until it is done and try again, or stop it with Ctrl-C in its terminal. If it no longer runs, delete ${file}.`;
  // That command was killed.
  removeIf(file, held);
  return takeLock(file, own);
}

/** Removes a lock only if it is still this one: another command may have taken over in the meantime. */
function removeIf(file, content) {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (contentOf(aside) !== content) linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST", "EACCES", "EROFS"].includes(error.code)) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function contentOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
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
