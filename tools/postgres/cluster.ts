import { execFile, execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { changeOwner, identity, type Owner } from "./owner.ts";
import type { Programs } from "./programs.ts";
import { type ServerPaths, USER } from "./server-paths.ts";

const PART = "initdb-";
const STOP_MS = 30_000;
const POLL_MS = 25;

/**
 * Creates an empty cluster unless there is one. An interrupted initdb leaves an unusable folder, so it runs in a temporary
 * one, which is renamed when it is complete and synced; those of earlier starts are removed.
 */
export async function initialise(
  paths: ServerPaths,
  { initdb }: Programs,
  owner: Owner,
  throwaway: boolean,
): Promise<void> {
  for (const name of readdirSync(paths.folder))
    if (name.startsWith(PART)) rmSync(join(paths.folder, name), { recursive: true, force: true });
  if (existsSync(paths.cluster)) return;

  const part = mkdtempSync(join(paths.folder, PART));
  const [passwordFile, cluster] = [join(part, "password"), join(part, "cluster")];
  writeFileSync(passwordFile, paths.password, { mode: 0o600 });
  for (const made of [part, passwordFile]) changeOwner(owner, made);
  const choices = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = [`--username=${USER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const parameters = ["-D", cluster, ...choices, ...access, ...(throwaway ? ["--no-sync"] : [])];
  await promisify(execFile)(initdb, parameters, { ...identity(owner), cwd: part });
  renameSync(cluster, paths.cluster);
  rmSync(part, { recursive: true, force: true });
  const handle = openSync(paths.folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Stops a server that a killed start has left running, and removes the lock files of one that was killed itself, whose
 * process id another program may have by now. Two servers on one cluster would destroy it.
 */
export async function endFormerServer({ cluster, socket }: ServerPaths): Promise<void> {
  const lock = join(cluster, "postmaster.pid");
  const pid = pidIn(lock);
  if (pid !== undefined && isServerOf(cluster, pid)) await stopServer(pid);
  for (const file of [lock, socket, `${socket}.lock`]) rmSync(file, { force: true });
}

/** Stops a server with SIGINT, which rolls back open transactions and flushes; after STOP_MS with SIGQUIT, which leaves that to recovery. */
export async function stopServer(pid: number): Promise<void> {
  let until = Date.now() + STOP_MS;
  if (!hasEnded(pid)) process.kill(pid, "SIGINT");
  while (!hasEnded(pid)) {
    if (Date.now() > until) {
      process.kill(pid, "SIGQUIT");
      until = Number.POSITIVE_INFINITY;
    }
    await pause(POLL_MS);
  }
}

function pidIn(file: string): number | undefined {
  // A single-user server writes its id with a minus sign.
  return existsSync(file) ? Math.abs(Number.parseInt(readFileSync(file, "utf8"), 10)) || undefined : undefined;
}

/** Returns true also for a zombie, which only waits for its parent to read the exit code. */
function hasEnded(pid: number): boolean {
  const { state } = processInfo(pid);
  return state === "" || state.startsWith("Z");
}

/** Returns whether the process is a PostgreSQL whose working folder, where that can be read, is the cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  if (hasEnded(pid) || !processInfo(pid).command.includes("postgres")) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return true;
  }
}

/** Returns the state and the command of a process; empty texts if there is none. */
function processInfo(pid: number): { readonly state: string; readonly command: string } {
  try {
    const text = stateAndCommand(pid);
    const [, state = "", command = ""] = /^(\S+)\s+([\s\S]*)$/.exec(text) ?? [];
    return { state, command };
  } catch {
    return { state: "", command: "" };
  }
}

/** Returns "state command" of a process. Throws when there is none. */
function stateAndCommand(pid: number): string {
  if (process.platform !== "linux")
    return execFileSync("ps", ["-o", "stat=,comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
  // The name is in brackets and may contain brackets, so the state follows the last one.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const end = stat.lastIndexOf(")");
  return `${stat.slice(end + 2, end + 3)} ${stat.slice(stat.indexOf("(") + 1, end)}`;
}
