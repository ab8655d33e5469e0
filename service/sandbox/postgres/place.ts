import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** The files and the socket of a database server, and the password of its only user. */
export type ServerPaths = {
  readonly folder: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly socket: string;
  readonly password: string;
};

type Note = (line: string) => void;

export const USER = "foyer";
const SOCKET_NAME = ".s.PGSQL.5432";
/** The kernel's limit for the path of a Unix socket, without the terminating zero. */
const SOCKET_PATH_MAX = 107;

/** When started by root: the folder for what the server's user cannot access in the checkout or the data folder. */
export const OUTSIDE = "/var/lib/foyer";
/** The file in a data folder with the id of its database, which is in the folder with that name in OUTSIDE. */
const ID = "database-id";
export const ID_FORM = /^[0-9a-f]{16}$/;
/** The file in that folder with the path of the data folder at its last start. */
export const DATA_FOLDER = "data-folder";

export function findServerPaths(owner: Owner, dataFolder: string, note: Note): ServerPaths {
  const folder = databaseFolder(owner, dataFolder, note);
  const inside = join(folder, "socket");
  // A path that is too long is replaced by a short one. Its parent is writable by all, so its owner is checked.
  const isShort = Buffer.byteLength(join(inside, SOCKET_NAME)) <= SOCKET_PATH_MAX;
  const name = `foyer-${createHash("sha256").update(inside).digest("hex").slice(0, 16)}`;
  const socketFolder = makePrivate(owner, isShort ? inside : join(tmpdir(), name));
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

/** Removes a short folder when no server listens in it. */
export function removeShortFolder({ folder, socketFolder }: ServerPaths): void {
  if (!socketFolder.startsWith(folder) && readdirSync(socketFolder).length === 0) rmdirSync(socketFolder);
}

function databaseFolder(owner: Owner, dataFolder: string, note: Note): string {
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

/** Returns the folder in OUTSIDE that belongs to the data folder alone: a copy of another data folder gets a new one. */
function outsideFolder(dataFolder: string, note: Note): string {
  const id = keptText(join(dataFolder, ID), () => randomBytes(8).toString("hex"));
  if (!ID_FORM.test(id)) throw new Error(`${join(dataFolder, ID)} has no id of a database: remove it to start again.`);
  const folder = join(OUTSIDE, id);
  const last = readIfThere(join(folder, DATA_FOLDER));
  if (last !== undefined && last !== dataFolder && idOf(last) === id && !isSameFolder(last, dataFolder)) {
    note(`${dataFolder} is a copy of ${last}, which keeps its database: this one gets an empty database.`);
    rmSync(join(dataFolder, ID));
    return outsideFolder(dataFolder, note);
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, DATA_FOLDER), dataFolder, { mode: 0o600 });
  return folder;
}

/** Returns the id of the data folder's database, if that lies outside. */
export function idOf(dataFolder: string): string | undefined {
  const id = readIfThere(join(dataFolder, ID));
  return id !== undefined && ID_FORM.test(id) ? id : undefined;
}

/** Compares inodes: a folder may have several paths, such as that of a bind mount. */
function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((folder) => statSync(folder, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** Creates a folder of the owner. A folder of root, such as a copy that root made, is handed over; one of another user stays. */
function makeOwned(owner: Owner, folder: string): void {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    changeOwner(owner, folder);
  } else if (owner.uid !== undefined && statSync(folder).uid === 0) {
    execFileSync("chown", ["-hR", `${owner.uid}:${owner.gid}`, folder]);
  }
}

function makePrivate(owner: Owner, folder: string): string {
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    changeOwner(owner, folder);
  }
  const { uid, mode } = statSync(folder);
  const isMine = uid === (owner.uid ?? process.getuid?.()) || uid === process.getuid?.();
  if (!isMine || (mode & 0o077) !== 0)
    throw new Error(`${folder} belongs to another user. Remove it, then start again.`);
  return folder;
}

/** Returns what a file contains. One that does not exist is written first, whole or not at all. */
function keptText(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, make(), { mode: 0o600, flush: true });
    renameSync(`${file}.part`, file);
  }
  return readFileSync(file, "utf8");
}

export function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** The user that the server runs as. Without ids it is the current user. */
export type Owner = { readonly name: string; readonly uid?: number; readonly gid?: number };

/** Users for a server that is started by root, since PostgreSQL refuses to run as root. */
const UNPRIVILEGED_USERS = ["postgres", "nobody"];

/** Returns the user for the server. Throws when no suitable user exists. */
export function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return currentUser();
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of UNPRIVILEGED_USERS) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    `PostgreSQL does not run as root, and neither of ${UNPRIVILEGED_USERS.join(", ")} is in /etc/passwd. Set DATABASE_URL, or start as another user.`,
  );
}

function currentUser(): Owner {
  try {
    return { name: userInfo().username };
  } catch (cause) {
    const message = "PostgreSQL needs a user with an entry in /etc/passwd. Set DATABASE_URL, or start as another user.";
    throw new Error(message, { cause });
  }
}

/** Returns the options of `spawn` for running a program as the owner. */
export function identity({ uid, gid }: Owner): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}

export function changeOwner({ uid, gid }: Owner, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Returns whether the owner can access a folder. It tries, since only the kernel knows every rule on the path. */
const canEnter = (owner: Owner, folder: string) => canRun(owner, "/bin/sh", ["-c", 'cd -- "$1"', "sh", folder]);

export function canRun(owner: Owner, program: string, parameters: readonly string[] = ["--version"]): boolean {
  return owner.uid === undefined || spawnSync(program, parameters, { ...identity(owner), cwd: "/" }).status === 0;
}
