import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, fstatSync, mkdirSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { endFormerServer, initialise, serverPrograms, stopServer } from "./cluster.ts";
import { findServerPaths, identity, removeShortFolder, type ServerPaths, serverOwner, urlOf } from "./place.ts";

type EmbeddedPostgres = {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the server has ended. */
  readonly lost: Promise<unknown>;
  readonly stop: () => Promise<void>;
};

type Options = {
  /** For tests: starts faster, without protection against power failure. */
  readonly throwaway?: boolean;
  readonly note?: (line: string) => void;
};

/** Includes the recovery after a crash, which replays the write-ahead log. */
const START_MS = 120_000;
const POLL_MS = 25;
const CONNECT_MS = 5_000;

const LOG_BYTES_MAX = 20 * 1024 * 1024;
const LOG_CHECK_MS = 10_000;

const DATABASE = "foyer";
/** The first error while the processes of a server that was killed have not ended: they do so a moment after it. */
const STILL_IN_USE = /shared memory block .* is still in use/;
/** SQLSTATE of a server that is starting up, shutting down or recovering. */
const NOT_YET = "57P03";

/**
 * Starts PostgreSQL on a Unix socket below the data folder, at the same address each time. It opens no TCP port. A server
 * that a killed start has left running is stopped first. Throws with the server's first error.
 */
export async function startPostgres(
  dataFolder: string,
  { throwaway = false, note = () => {} }: Options = {},
): Promise<EmbeddedPostgres> {
  const owner = serverOwner();
  const paths = findServerPaths(owner, dataFolder, note);
  const programs = serverPrograms(owner, note);
  await endFormerServer(paths);
  await initialise(paths, programs, owner, throwaway);

  const logs = join(dataFolder, "logs");
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const log = join(logs, "postgres.log");
  keepBounded(log);
  const launch = () => {
    const handle = openSync(log, "a", 0o600);
    const { size: from } = fstatSync(handle);
    const server = spawn(programs.postgres, settings(paths, throwaway), {
      ...identity(owner),
      cwd: paths.cluster,
      // Its own process group, so that Ctrl-C in the terminal does not reach the server.
      detached: true,
      stdio: ["ignore", handle, handle],
    });
    closeSync(handle);
    let failed: Error | undefined;
    const lost = once(server, "exit").catch((error: Error) => {
      failed = error;
    });
    const hasEnded = () => failed !== undefined || server.exitCode !== null || server.signalCode !== null;
    return { server, lost, hasEnded, reason: () => failed?.message ?? reasonIn(log, from) };
  };

  let launched = launch();
  const until = Date.now() + START_MS;
  while (!(await makeDatabase(paths))) {
    const { server, hasEnded, reason } = launched;
    const isLate = Date.now() > until;
    if (!isLate && hasEnded() && STILL_IN_USE.test(reason())) launched = launch();
    else if (isLate || hasEnded()) {
      server.kill("SIGINT");
      throw new Error(`PostgreSQL did not start. ${reason()}`);
    }
    await pause(POLL_MS);
  }
  const { server, lost } = launched;
  const pid = server.pid ?? 0;
  async function stop(): Promise<void> {
    await stopServer(pid);
    await lost;
    removeShortFolder(paths);
  }
  return { url: urlOf(paths, DATABASE), pid, lost, stop };
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

/** Creates the database unless it exists. Returns false while the server is not open. */
async function makeDatabase(paths: ServerPaths): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(paths, "postgres"),
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== NOT_YET) throw error;
    return false;
  }
  try {
    const { rows } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rows.length === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(DATABASE)}`);
    return true;
  } finally {
    await client.end();
  }
}

/** Returns the first error in a log from an offset on, with the lines before and after it, which may have details and a hint. */
function reasonIn(log: string, from: number): string {
  const lines = readFileSync(log).subarray(from).toString().trimEnd().split("\n");
  const first = lines.findIndex((line) => /\b(FATAL|PANIC|ERROR): /.test(line));
  return (first < 0 ? lines.slice(-3) : lines.slice(Math.max(0, first - 1), first + 2)).join(" ");
}

/** Copies a log that has become too long over the previous copy and empties it. The server continues to append to it. */
function keepBounded(log: string): void {
  setInterval(() => {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) <= LOG_BYTES_MAX) return;
    copyFileSync(log, log.replace(/\.log$/, ".previous.log"));
    truncateSync(log);
  }, LOG_CHECK_MS).unref();
}
