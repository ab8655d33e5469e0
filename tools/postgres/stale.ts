import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";

/**
 * A server that was killed leaves files that stop the next one. They go only if the process they name is gone,
 * a zombie, or no server of this cluster: two servers on one cluster would destroy it.
 */
export function removeStaleLocks(place: Place): void {
  for (const file of [join(place.cluster, "postmaster.pid"), `${place.socket}.lock`]) {
    const pid = pidIn(file);
    if (pid === undefined || isServerOf(place, pid)) continue;
    rmSync(file, { force: true });
    rmSync(place.socket, { force: true });
  }
}

/** The running server's process, if there is one. */
export function serverPid(place: Place): number | undefined {
  const pid = pidIn(join(place.cluster, "postmaster.pid"));
  return pid !== undefined && isServerOf(place, pid) ? pid : undefined;
}

function pidIn(file: string): number | undefined {
  try {
    // The socket's lock names the process with a minus sign where a single-user server held it.
    return Math.abs(Number.parseInt(readFileSync(file, "utf8"), 10)) || undefined;
  } catch {
    return undefined;
  }
}

/** A zombie counts as gone: it only waits for its parent to read the exit code. */
export function isGone(pid: number): boolean {
  const { state } = look(pid);
  return state === "" || state.startsWith("Z");
}

function isServerOf(place: Place, pid: number): boolean {
  const { command } = look(pid);
  if (isGone(pid)) return false;
  if (!command.includes("postgres")) return false;
  return folderOf(pid) === undefined || folderOf(pid) === place.cluster;
}

/** Empty texts if there is no such process. */
function look(pid: number): { state: string; command: string } {
  try {
    if (process.platform === "linux") {
      // The name stands in brackets and may hold anything, so the state is what follows the last bracket.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const end = stat.lastIndexOf(")");
      return { state: stat.slice(end + 2, end + 3), command: stat.slice(stat.indexOf("(") + 1, end) };
    }
    const [state = "", ...command] = execFileSync("ps", ["-o", "stat=,comm=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .split(/\s+/);
    return { state, command: command.join(" ") };
  } catch {
    return { state: "", command: "" };
  }
}

/** A server works in its cluster's folder. `undefined` where that cannot be seen; then it counts as ours. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
