import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Has what the server's user cannot access in the checkout or the data folder, when started by root. */
export const OUTSIDE = "/var/lib/foyer";
/** The file in a data folder with the id of its database, which lies in the folder of OUTSIDE with that name. */
const ID = "database-id";
const ID_FORM = /^[0-9a-f]{16}$/;
/** The file in that folder with the path of the data folder at its last start. */
const DATA_FOLDER = "data-folder";

/** Returns the id of the data folder's database, if that lies outside. */
export function idOf(dataFolder: string): string | undefined {
  const id = readIfThere(join(dataFolder, ID));
  return id !== undefined && ID_FORM.test(id) ? id : undefined;
}

/** Returns the folder in OUTSIDE that belongs to the data folder alone: a copy of another data folder gets a new one. */
export function outsideFolder(dataFolder: string, note: (line: string) => void): string {
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

/** Returns what a file contains. One that does not exist is written first, whole or not at all. */
export function keptText(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, make(), { mode: 0o600, flush: true });
    renameSync(`${file}.part`, file);
  }
  return readFileSync(file, "utf8");
}

/** Compares inodes: a folder may have several paths, such as that of a bind mount. */
function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((folder) => statSync(folder, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
