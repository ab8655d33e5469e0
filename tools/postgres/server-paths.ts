import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canEnter, changeOwner, type Owner } from "./owner.ts";
import { fallbackFolder } from "./programs.ts";

/** The files and the socket of a database server, and the password of its only user. */
export type ServerPaths = {
  readonly folder: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly socket: string;
  readonly password: string;
};

export const USER = "foyer";
const SOCKET_NAME = ".s.PGSQL.5432";

/** The kernel's limit for the path of a Unix socket, without the terminating zero. */
const SOCKET_PATH_MAX = 107;

export function findServerPaths(owner: Owner, dataFolder: string, note: (line: string) => void): ServerPaths {
  const folder = databaseFolder(owner, dataFolder, note);
  const socketFolder = shortEnough(owner, join(folder, "socket"));
  return {
    folder,
    cluster: join(folder, "cluster"),
    socketFolder,
    socket: join(socketFolder, SOCKET_NAME),
    password: storedPassword(join(folder, "password")),
  };
}

/** Returns a URL that both libpq and the driver accept. */
export function urlOf(paths: ServerPaths, database: string): string {
  return `postgresql://${USER}:${paths.password}@/${database}?host=${encodeURIComponent(paths.socketFolder)}`;
}

function databaseFolder(owner: Owner, dataFolder: string, note: (line: string) => void): string {
  const folder = join(dataFolder, "postgres");
  const elsewhere = join(fallbackFolder(dataFolder), "postgres");
  const wasElsewhere = owner.uid !== undefined && existsSync(join(elsewhere, "cluster"));

  if (!wasElsewhere) {
    // The server's user may enter the data folder but not list it. Everything below has its own permissions.
    mkdirSync(dataFolder, { recursive: true, mode: owner.uid === undefined ? 0o700 : 0o711 });
    makeOwned(owner, folder);
    if (canEnter(owner, folder)) return folder;
  }
  note(`The user ${owner.name} cannot access ${dataFolder}: the database is in ${elsewhere}.`);
  makeOwned(owner, elsewhere);
  return elsewhere;
}

function makeOwned(owner: Owner, folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  changeOwner(owner, folder);
}

/** Returns a folder for the socket, replacing a path that is too long by a short one. Its parent is writable by all, so its owner is checked. */
function shortEnough(owner: Owner, wanted: string): string {
  if (Buffer.byteLength(join(wanted, SOCKET_NAME)) <= SOCKET_PATH_MAX) return makePrivate(owner, wanted);
  const name = `foyer-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`;
  return makePrivate(owner, join(runtimeFolder(), name));
}

/** Removes the short folder when no server listens in it. */
export function removeShortFolder({ folder, socketFolder }: ServerPaths): void {
  if (!socketFolder.startsWith(folder) && readdirSync(socketFolder).length === 0) rmdirSync(socketFolder);
}

/** Returns a folder that the system does not clean up while the server runs, if there is one; else the temporary folder. */
function runtimeFolder(): string {
  const uid = process.getuid?.();
  const folder = uid === 0 ? "/run" : `/run/user/${uid}`;
  return existsSync(folder) ? folder : tmpdir();
}

function makePrivate(owner: Owner, folder: string): string {
  try {
    mkdirSync(folder, { mode: 0o700 });
    changeOwner(owner, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
  const { uid, mode } = statSync(folder);
  const expected = owner.uid ?? process.getuid?.();
  const mine = uid === expected || uid === process.getuid?.();
  if (!mine || (mode & 0o077) !== 0) throw new Error(`${folder} belongs to another user. Remove it, then start again.`);
  return folder;
}

/** Returns the server's password, written before the first initdb, so that no cluster ever has an unknown one. */
function storedPassword(file: string): string {
  if (!existsSync(file)) {
    const part = `${file}-${process.pid}`;
    writeFileSync(part, randomBytes(24).toString("hex"), { mode: 0o600, flush: true });
    try {
      linkSync(part, file);
    } catch (error) {
      // A concurrent process was first, and its password is used.
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(part);
    }
  }
  return readFileSync(file, "utf8");
}
