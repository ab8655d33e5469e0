import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const VERSIONS = "/usr/lib/postgresql";
const TRIES = 300;
const PAUSE_MS = 100;
/** The only role of a cluster of the tests, and the system user that runs it. */
const ROLE = "postgres";

/** Returns the path of a program of Debian's newest PostgreSQL server. */
export function serverProgram(name: string): string {
  const [newest = ""] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  return join(VERSIONS, newest, "bin", name);
}

/** The server and its programs refuse to run as root. */
const asServer = (command: readonly string[]) =>
  process.getuid?.() === 0 ? ["runuser", "-u", ROLE, "--", ...command] : command;

/** Runs a program as the server's user, in a shell where it has redirections. Returns its output. */
export async function asPostgres(...command: readonly string[]): Promise<string> {
  const [program = "", ...parameters] = asServer(command);
  return (await promisify(execFile)(program, parameters)).stdout;
}

/** Creates a folder for clusters and backups that belongs to the server's user. */
export async function serverFolder(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) await promisify(execFile)("chown", [ROLE, folder]);
  return folder;
}

/** Runs a server on the files of a cluster, and waits until it is open for writing, as a restore is when it ends, or as a standby. */
export async function startCluster(
  data: string,
  sockets: string,
  settings: Readonly<Record<string, string>>,
  { isStandby = false } = {},
) {
  await serverFolder(sockets);
  const set = { listen_addresses: "", unix_socket_directories: sockets, fsync: "off", ...settings };
  const options = Object.entries(set).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program = "", ...parameters] = asServer([serverProgram("postgres"), "-D", data, ...options]);
  const child = spawn(program, parameters, { stdio: ["ignore", "ignore", "pipe"] });
  const log: string[] = [];
  child.stderr.on("data", (text) => log.push(String(text)));
  const ended = once(child, "exit");
  const query = (text: string) =>
    asPostgres("psql", "--host", sockets, "--no-psqlrc", "--tuples-only", "--command", text);
  const awaited = isStandby ? "t" : "f";
  for (let tries = 0; (await query("SELECT pg_is_in_recovery()").catch(() => "")).trim() !== awaited; tries += 1) {
    if (child.exitCode !== null || tries === TRIES) throw new Error(`The server does not start:\n${log.join("")}`);
    await pause(PAUSE_MS);
  }
  return {
    sockets,
    query,
    log: () => log.join(""),
    url: (database: string) => `postgres://${ROLE}@/${database}?host=${encodeURIComponent(sockets)}`,
    /** `immediate` is a crash: connections are cut, and nothing more is sent to a standby. */
    async stop(mode: "fast" | "immediate" = "fast"): Promise<void> {
      if (child.exitCode === null) await asPostgres(serverProgram("pg_ctl"), "stop", "-D", data, "-m", mode);
      await ended;
    },
    /** Makes a standby the primary, and returns when it can be written to. */
    promote: () => asPostgres(serverProgram("pg_ctl"), "promote", "--wait", "-D", data),
  };
}

/** Creates a new cluster that every user of this machine can sign in to. */
export async function createCluster(data: string): Promise<void> {
  if (existsSync(data)) throw new Error(`${data} exists.`);
  await asPostgres(serverProgram("initdb"), "-D", data, "--auth=trust", "--encoding=UTF8", "--no-sync");
}
