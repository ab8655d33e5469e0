// Loaded into every process that the launcher starts. When the launcher is killed, the pipe to it closes, and the
// process stops.
import { isMainThread } from "node:worker_threads";

/** `node --watch` does not load this file itself but into the program it restarts, which has the same pipe. */
const watcher = process.env.WATCH_REPORT_DEPENDENCIES === undefined ? undefined : process.ppid;

if (isMainThread && (watcher !== undefined || process.ppid === Number(process.env.FOYER_LAUNCHER))) {
  const stop = () => process.kill(watcher ?? process.pid, "SIGTERM");
  process.stdin.on("end", stop).on("error", stop).resume();
  // A pipe or a terminal can be left out of what keeps the process alive; a file cannot.
  if ("unref" in process.stdin) process.stdin.unref();
}
