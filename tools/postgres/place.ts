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
import { canEnter, giveTo, type Owner } from "./owner.ts";
import { folderElsewhere } from "./programs.ts";

/** Where one database server lives: its files, its socket, and the password that its only user needs. */
export type Place = {
  readonly folder: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly socket: string;
  readonly password: string;
};

export const USER = "foyer";
const SOCKET_NAME = ".s.PGSQL.5432";

/** The kernel's limit for the address of a unix socket, less its closing zero. */
const SOCKET_PATH_MAX = 107;

export function findPlace(owner: Owner, dataFolder: string, note: (line: string) => void): Place {
  const folder = databaseFolder(owner, dataFolder, note);
  const socketFolder = shortEnough(owner, join(folder, "socket"));
  return {
    folder,
    cluster: join(folder, "cluster"),
    socketFolder,
    socket: join(socketFolder, SOCKET_NAME),
    password: keptPassword(join(folder, "password")),
  };
}

/** The URL is for libpq and for the driver alike. */
export function urlOf(place: Place, database: string): string {
  return `postgresql://${USER}:${place.password}@/${database}?host=${encodeURIComponent(place.socketFolder)}`;
}

function databaseFolder(owner: Owner, dataFolder: string, note: (line: string) => void): string {
  const folder = join(dataFolder, "postgres");
  const elsewhere = join(folderElsewhere(dataFolder), "postgres");
  const wasElsewhere = owner.uid !== undefined && existsSync(join(elsewhere, "cluster"));

  if (!wasElsewhere) {
    // Others may pass through the data folder, and read nothing in it: everything below it has its own lock.
    mkdirSync(dataFolder, { recursive: true, mode: owner.uid === undefined ? 0o700 : 0o711 });
    makeOwned(owner, folder);
    if (canEnter(owner, folder)) return folder;
  }
  note(`The user ${owner.name} cannot reach ${dataFolder}: the database is kept in ${elsewhere}.`);
  makeOwned(owner, elsewhere);
  return elsewhere;
}

function makeOwned(owner: Owner, folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(owner, folder);
}

/** Replaces a path that is too long by a short one, which must be ours alone: its parent folder is writable by all. */
function shortEnough(owner: Owner, wanted: string): string {
  if (Buffer.byteLength(join(wanted, SOCKET_NAME)) <= SOCKET_PATH_MAX) return makePrivate(owner, wanted);
  const name = `foyer-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`;
  return makePrivate(owner, join(runtimeFolder(), name));
}

/** Removes the short folder once no server listens in it. */
export function leaveStandIn({ folder, socketFolder }: Place): void {
  if (!socketFolder.startsWith(folder) && readdirSync(socketFolder).length === 0) rmdirSync(socketFolder);
}

/** Returns a folder that the system does not clean up under a running server, where there is one. */
function runtimeFolder(): string {
  const uid = process.getuid?.();
  const folder = uid === 0 ? "/run" : `/run/user/${uid}`;
  return existsSync(folder) ? folder : tmpdir();
}

function makePrivate(owner: Owner, folder: string): string {
  try {
    mkdirSync(folder, { mode: 0o700 });
    giveTo(owner, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
  const { uid, mode } = statSync(folder);
  const expected = owner.uid ?? process.getuid?.();
  const mine = uid === expected || uid === process.getuid?.();
  if (!mine || (mode & 0o077) !== 0)
    throw new Error(`${folder} belongs to somebody else. Remove it, then start again.`);
  return folder;
}

/** Written before the first initdb, so that a kill at any moment leaves no server with an unknown password. */
function keptPassword(file: string): string {
  if (!existsSync(file)) {
    const part = `${file}-${process.pid}`;
    writeFileSync(part, randomBytes(24).toString("hex"), { mode: 0o600, flush: true });
    try {
      linkSync(part, file);
    } catch (error) {
      // Another process that started at the same moment was first: its password is valid.
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(part);
    }
  }
  return readFileSync(file, "utf8");
}
