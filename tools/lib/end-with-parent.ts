// Loaded into every process that the launcher starts. When the launcher is killed, the pipe to it closes, and the
// process stops.
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.ppid === Number(process.env.FOYER_LAUNCHER)) {
  const stop = () => process.kill(process.pid, "SIGTERM");
  process.stdin.on("end", stop).on("error", stop).resume();
  // A pipe or a terminal can be left out of what keeps the process alive; a file cannot.
  if ("unref" in process.stdin) process.stdin.unref();
}
