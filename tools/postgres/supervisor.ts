import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { initialise, sweepParts } from "./initialise.ts";
import { type Lease, takeLease } from "./lease.ts";
import { identity, serverOwner } from "./owner.ts";
import { findPlace, leaveStandIn, type Place, urlOf } from "./place.ts";
import { serverPrograms } from "./programs.ts";
import { isGone, removeStaleLocks, serverPid } from "./stale.ts";

export type EmbeddedPostgres = {
  readonly url: string;
  /** The server ran already: an earlier start was killed, or another process uses the same folder. */
  readonly adopted: boolean;
  readonly pid: number;
  /** Settles when the server has ended without a stop of ours. */
  readonly lost: Promise<void>;
  /** Stops the server, unless another process still uses it. */
  readonly stop: () => Promise<void>;
};

type Options = {
  /** For tests: gives up safety against power cuts for a faster start. Never for data that is needed again. */
  readonly throwaway?: boolean;
  readonly note?: (line: string) => void;
};

/** Recovery after a crash replays the log first, which may take a while. */
const START_MS = 120_000;
const STOP_MS = 30_000;
const LOOK_AGAIN_MS = 25;

const DATABASE = "foyer";

/** Starts PostgreSQL on a unix socket below the data folder, or adopts the one that runs there. No TCP port is opened. */
export async function startPostgres(dataFolder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  if (process.platform === "win32") throw new Error("On Windows, set DATABASE_URL to a PostgreSQL server of your own.");
  const { throwaway = false, note = () => {} } = options;

  const owner = serverOwner();
  const place = findPlace(owner, dataFolder, note);
  const running = await adopt(place);
  if (running) return supervised(place, running, true);

  const programs = serverPrograms(owner, dataFolder, note);
  await initialise(place, programs, owner, throwaway);
  removeStaleLocks(place);

  const log = logFile(dataFolder);
  const server = spawn(programs.postgres, settings(place, throwaway), {
    ...identity(owner),
    cwd: place.cluster,
    // A group of its own: Ctrl-C in the terminal is for us, and the server stops when we say so.
    detached: true,
    stdio: ["ignore", log.handle, log.handle],
  });
  closeSync(log.handle);
  const lease = await untilOpen(place, server, log);
  sweepParts(place);
  return supervised(place, lease, serverPid(place) !== server.pid);
}

function settings(place: Place, throwaway: boolean): readonly string[] {
  const set = {
    listen_addresses: "",
    // A quoted name may hold blanks and commas; its own quotes are doubled.
    unix_socket_directories: `"${place.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    ...(throwaway && { fsync: "off", full_page_writes: "off" }),
  };
  return ["-D", place.cluster, ...Object.entries(set).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** A server that is starting or stopping is waited for; one that is not there is `undefined`. */
async function adopt(place: Place): Promise<Lease | undefined> {
  const until = Date.now() + START_MS;
  while (serverPid(place) !== undefined && Date.now() < until) {
    const lease = await takeLease(urlOf(place, "postgres"));
    if (lease) return lease;
    await pause(LOOK_AGAIN_MS);
  }
  return undefined;
}

async function untilOpen(place: Place, server: ChildProcess, log: Log): Promise<Lease> {
  const until = Date.now() + START_MS;
  let failed: Error | undefined;
  server.on("error", (error) => {
    failed = error;
  });
  while (Date.now() < until) {
    const ended = failed !== undefined || server.exitCode !== null || server.signalCode !== null;
    // Another process that started at the same moment was first: its server is adopted.
    const lease = ended ? await adopt(place) : await takeLease(urlOf(place, "postgres"));
    if (lease) {
      server.unref();
      return lease;
    }
    if (ended) break;
    await pause(LOOK_AGAIN_MS);
  }
  server.kill("SIGINT");
  throw new Error(`PostgreSQL did not start. ${failed?.message ?? reasonIn(log)}`, { cause: failed });
}

async function supervised(place: Place, lease: Lease, adopted: boolean): Promise<EmbeddedPostgres> {
  const pid = serverPid(place);
  if (pid === undefined) throw new Error(`No PostgreSQL is to be seen in ${place.cluster}.`);
  await lease.makeDatabase(DATABASE);
  return {
    url: urlOf(place, DATABASE),
    adopted,
    pid,
    lost: lease.lost,
    stop: async () => {
      const others = await lease.others();
      await lease.end();
      if (others > 0) return;
      await stopServer(place, pid);
      leaveStandIn(place);
    },
  };
}

/** SIGINT rolls back what is open and writes everything down; SIGQUIT, after a long wait, leaves that to recovery. */
async function stopServer(place: Place, pid: number): Promise<void> {
  if (serverPid(place) === pid) process.kill(pid, "SIGINT");
  const until = Date.now() + STOP_MS;
  while (!isGone(pid)) {
    if (Date.now() > until) return void process.kill(pid, "SIGQUIT");
    await pause(LOOK_AGAIN_MS);
  }
}

/** Where the server writes, and where in it this start begins. */
type Log = { readonly file: string; readonly from: number; readonly handle: number };

function logFile(dataFolder: string): Log {
  const folder = join(dataFolder, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "postgres.log");
  const handle = openSync(file, "a", 0o600);
  return { file, handle, from: fstatSync(handle).size };
}

/** The first error of this start, with the line before it, which may say more, and the hint after it. */
function reasonIn({ file, from }: Log): string {
  const lines = readFileSync(file).subarray(from).toString().trimEnd().split("\n");
  const first = lines.findIndex((line) => /\b(FATAL|PANIC|ERROR): /.test(line));
  return (first < 0 ? lines.slice(-3) : lines.slice(Math.max(0, first - 1), first + 2)).join(" ");
}
