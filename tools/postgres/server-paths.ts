import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idOf, keptText, outsideFolder } from "./outside.ts";
import { canEnter, changeOwner, type Owner } from "./owner.ts";

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
    // Written before the first initdb, so that no cluster ever has an unknown one.
    password: keptText(join(folder, "password"), () => randomBytes(24).toString("hex")),
  };
}

/** Returns a URL that both libpq and the driver accept. */
export function urlOf(paths: ServerPaths, database: string): string {
  return `postgresql://${USER}:${paths.password}@/${database}?host=${encodeURIComponent(paths.socketFolder)}`;
}

function databaseFolder(owner: Owner, dataFolder: string, note: (line: string) => void): string {
  // The server's user may enter the data folder but not list it. Everything below has its own permissions.
  mkdirSync(dataFolder, { recursive: true, mode: owner.uid === undefined ? 0o700 : 0o711 });
  // The path that the server reports as its working folder has no symbolic links.
  const inside = join(realpathSync(dataFolder), "postgres");
  if (idOf(dataFolder) === undefined) {
    makeOwned(owner, inside);
    if (canEnter(owner, inside)) return inside;
    if (existsSync(join(inside, "cluster"))) {
      throw new Error(
        `The user ${owner.name} cannot access the database in ${inside}. Let it enter each folder above (chmod o+x), or move the data folder back.`,
      );
    }
  }
  const outside = join(outsideFolder(dataFolder, note), "postgres");
  note(`The user ${owner.name} cannot access ${dataFolder}: the database is in ${outside}.`);
  makeOwned(owner, outside);
  return outside;
}

/** Creates a folder of the owner. One that root copied belongs to root, and is given back; one of another user stays theirs. */
function makeOwned(owner: Owner, folder: string): void {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    changeOwner(owner, folder);
  } else if (owner.uid !== undefined && statSync(folder).uid === 0) {
    execFileSync("chown", ["-hR", `${owner.uid}:${owner.gid}`, folder]);
  }
}

/** Returns a folder for the socket, replacing a path that is too long by a short one. Its parent is writable by all, so its owner is checked. */
function shortEnough(owner: Owner, wanted: string): string {
  if (Buffer.byteLength(join(wanted, SOCKET_NAME)) <= SOCKET_PATH_MAX) return makePrivate(owner, wanted);
  const name = `foyer-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`;
  return makePrivate(owner, join(tmpdir(), name));
}

/** Removes the short folder when no server listens in it. */
export function removeShortFolder({ folder, socketFolder }: ServerPaths): void {
  if (!socketFolder.startsWith(folder) && readdirSync(socketFolder).length === 0) rmdirSync(socketFolder);
}

function makePrivate(owner: Owner, folder: string): string {
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    changeOwner(owner, folder);
  }
  const { uid, mode } = statSync(folder);
  const expected = owner.uid ?? process.getuid?.();
  const mine = uid === expected || uid === process.getuid?.();
  if (!mine || (mode & 0o077) !== 0) throw new Error(`${folder} belongs to another user. Remove it, then start again.`);
  return folder;
}
