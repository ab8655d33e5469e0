import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { keepBounded } from "#tools/lib/bounded-log.ts";
import { initialise, removeUnfinishedClusters } from "./initialise.ts";
import { type Lease, takeLease } from "./lease.ts";
import { identity, serverOwner } from "./owner.ts";
import { serverPrograms } from "./programs.ts";
import { findServerPaths, removeShortFolder, type ServerPaths, urlOf } from "./server-paths.ts";
import { hasEnded, removeStaleLocks, serverPid } from "./stale-locks.ts";

export type EmbeddedPostgres = {
  readonly url: string;
  /** True when the server was running already: an earlier start was killed, or another process uses the folder. */
  readonly adopted: boolean;
  readonly pid: number;
  /** Resolves when the server has ended without `stop`. */
  readonly lost: Promise<void>;
  /** Stops the server unless another process uses it. */
  readonly stop: () => Promise<void>;
};

type Options = {
  /** For tests: starts faster, without protection against power failure. */
  readonly throwaway?: boolean;
  readonly note?: (line: string) => void;
};

/** Includes the recovery after a crash, which replays the write-ahead log. */
const START_MS = 120_000;
const STOP_MS = 30_000;
const POLL_MS = 25;

const DATABASE = "foyer";

/** Starts PostgreSQL on a Unix socket below the data folder, or adopts the running one. It opens no TCP port. Throws with the server's first error. */
export async function startPostgres(dataFolder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  if (process.platform === "win32") throw new Error("On Windows, set DATABASE_URL to a PostgreSQL server of your own.");
  const { throwaway = false, note = () => {} } = options;

  const owner = serverOwner();
  const paths = findServerPaths(owner, dataFolder, note);
  const running = await adopt(paths);
  if (running) return supervised(paths, running, true);

  const programs = serverPrograms(owner, note);
  await initialise(paths, programs, owner, throwaway);
  removeStaleLocks(paths);

  const log = logFile(dataFolder);
  const server = spawn(programs.postgres, settings(paths, throwaway), {
    ...identity(owner),
    cwd: paths.cluster,
    // Its own process group, so that Ctrl-C in the terminal does not reach the server.
    detached: true,
    stdio: ["ignore", log.handle, log.handle],
  });
  closeSync(log.handle);
  const lease = await untilOpen(paths, server, log);
  removeUnfinishedClusters(paths);
  return supervised(paths, lease, serverPid(paths) !== server.pid);
}

function settings(paths: ServerPaths, throwaway: boolean): readonly string[] {
  const set = {
    listen_addresses: "",
    // A quoted name may contain blanks and commas; quotes in it are doubled.
    unix_socket_directories: `"${paths.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    ...(throwaway && { fsync: "off", full_page_writes: "off" }),
  };
  return ["-D", paths.cluster, ...Object.entries(set).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Returns a lease of the running server, or `undefined` when there is none. Waits while it starts or stops. */
async function adopt(paths: ServerPaths): Promise<Lease | undefined> {
  const until = Date.now() + START_MS;
  while (serverPid(paths) !== undefined && Date.now() < until) {
    const lease = await takeLease(urlOf(paths, "postgres"));
    if (lease) return lease;
    await pause(POLL_MS);
  }
  return undefined;
}

async function untilOpen(paths: ServerPaths, server: ChildProcess, log: Log): Promise<Lease> {
  const until = Date.now() + START_MS;
  let failed: Error | undefined;
  server.on("error", (error) => {
    failed = error;
  });
  while (Date.now() < until) {
    const ended = failed !== undefined || server.exitCode !== null || server.signalCode !== null;
    // A concurrent process was first, and its server is adopted.
    const lease = ended ? await adopt(paths) : await takeLease(urlOf(paths, "postgres"));
    if (lease) {
      server.unref();
      return lease;
    }
    if (ended) break;
    await pause(POLL_MS);
  }
  server.kill("SIGINT");
  throw new Error(`PostgreSQL did not start. ${failed?.message ?? reasonIn(log)}`, { cause: failed });
}

async function supervised(paths: ServerPaths, lease: Lease, adopted: boolean): Promise<EmbeddedPostgres> {
  const pid = serverPid(paths);
  if (pid === undefined) throw new Error(`No PostgreSQL server runs in ${paths.cluster}.`);
  await lease.makeDatabase(DATABASE);
  return {
    url: urlOf(paths, DATABASE),
    adopted,
    pid,
    lost: lease.lost,
    stop: async () => {
      const others = await lease.others();
      await lease.end();
      if (others > 0) return;
      await stopServer(paths, pid);
      removeShortFolder(paths);
    },
  };
}

/** Stops the server with SIGINT, which rolls back open transactions and flushes; after STOP_MS with SIGQUIT, which leaves that to recovery. */
async function stopServer(paths: ServerPaths, pid: number): Promise<void> {
  if (serverPid(paths) === pid) process.kill(pid, "SIGINT");
  const until = Date.now() + STOP_MS;
  while (!hasEnded(pid)) {
    if (Date.now() > until) return void process.kill(pid, "SIGQUIT");
    await pause(POLL_MS);
  }
}

/** The server's log, and the offset at which this start begins. */
type Log = { readonly file: string; readonly from: number; readonly handle: number };

function logFile(dataFolder: string): Log {
  const folder = join(dataFolder, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "postgres.log");
  const handle = openSync(file, "a", 0o600);
  keepBounded(file);
  return { file, handle, from: fstatSync(handle).size };
}

/** Returns the first error of this start with the lines before and after it, which may have details and a hint. */
function reasonIn({ file, from }: Log): string {
  const lines = readFileSync(file).subarray(from).toString().trimEnd().split("\n");
  const first = lines.findIndex((line) => /\b(FATAL|PANIC|ERROR): /.test(line));
  return (first < 0 ? lines.slice(-3) : lines.slice(Math.max(0, first - 1), first + 2)).join(" ");
}
