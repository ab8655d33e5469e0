// Loaded into every process that the launcher starts. Even a launcher that is killed leaves nobody behind: the
// pipe to it closes then, and that is the sign to stop.
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.ppid === Number(process.env.FOYER_LAUNCHER)) {
  const stop = () => process.kill(process.pid, "SIGTERM");
  process.stdin.on("end", stop).on("error", stop).resume();
  process.stdin.unref?.();
}
