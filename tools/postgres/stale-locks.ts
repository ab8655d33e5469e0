import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ServerPaths } from "./server-paths.ts";

/**
 * Removes the lock files of a killed server, which would block the next one. They are removed only when their process
 * has ended, is a zombie or is no server of this cluster: two servers on one cluster would destroy it.
 */
export function removeStaleLocks(paths: ServerPaths): void {
  for (const file of [join(paths.cluster, "postmaster.pid"), `${paths.socket}.lock`]) {
    const pid = pidIn(file);
    if (pid === undefined || isServerOf(paths, pid)) continue;
    rmSync(file, { force: true });
    rmSync(paths.socket, { force: true });
  }
}

/** Returns the process id of the running server, if there is one. */
export function serverPid(paths: ServerPaths): number | undefined {
  const pid = pidIn(join(paths.cluster, "postmaster.pid"));
  return pid !== undefined && isServerOf(paths, pid) ? pid : undefined;
}

function pidIn(file: string): number | undefined {
  try {
    // A single-user server writes its id with a minus sign.
    return Math.abs(Number.parseInt(readFileSync(file, "utf8"), 10)) || undefined;
  } catch {
    return undefined;
  }
}

/** Returns true also for a zombie, which only waits for its parent to read the exit code. */
export function hasEnded(pid: number): boolean {
  const { state } = processInfo(pid);
  return state === "" || state.startsWith("Z");
}

function isServerOf(paths: ServerPaths, pid: number): boolean {
  const { command } = processInfo(pid);
  if (hasEnded(pid)) return false;
  if (!command.includes("postgres")) return false;
  return folderOf(pid) === undefined || folderOf(pid) === paths.cluster;
}

/** Returns the state and the command of a process; empty texts if there is none. */
function processInfo(pid: number): { state: string; command: string } {
  try {
    if (process.platform === "linux") {
      // The name is in brackets and may contain brackets, so the state follows the last one.
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

/** Returns the working folder of a process, which for a server is its cluster; `undefined` when it cannot be read. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
