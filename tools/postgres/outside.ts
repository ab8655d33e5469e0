import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeOnce } from "./write-once.ts";

/** Has what the server's user cannot access in the checkout or the data folder, when started by root. */
export const OUTSIDE = "/var/lib/foyer";
/** The file in a data folder with the id of its database, which lies in the folder of OUTSIDE with that name. */
const ID = "database-id";
const ID_FORM = /^[0-9a-f]{16}$/;
/** The file in that folder with the path of the data folder at its last start. */
const DATA_FOLDER = "data-folder";

/** Returns the id of the data folder's database, if that lies outside. */
export function idOf(dataFolder: string): string | undefined {
  const id = read(join(dataFolder, ID));
  return id !== undefined && ID_FORM.test(id) ? id : idFromPath(dataFolder);
}

/** Returns the folder in OUTSIDE that belongs to the data folder alone: a copy of another data folder gets a new one. */
export function outsideFolder(dataFolder: string, note: (line: string) => void): string {
  const file = join(dataFolder, ID);
  const id = writeOnce(file, idOf(dataFolder) ?? newId());
  if (!ID_FORM.test(id)) throw new Error(`${file} has no id of a database. Remove the file, then start again.`);
  const last = read(join(OUTSIDE, id, DATA_FOLDER));
  // A copy that starts at the same time never reads a half-written path.
  if (last === dataFolder) return join(OUTSIDE, id);
  if (last === undefined || isSameFolder(last, dataFolder) || idOf(last) !== id) return claimed(id, dataFolder);

  note(`${dataFolder} is a copy of ${last}, which keeps its database: this one gets an empty database.`);
  rmSync(file);
  return claimed(writeOnce(file, newId()), dataFolder);
}

/** Returns a line for each database outside whose data folder is gone. Where its path is unknown, it may be in use. */
export function olderDatabases(dataFolder: string): readonly string[] {
  return readdirSync(OUTSIDE).flatMap((id) => {
    const folder = join(OUTSIDE, id);
    const last = read(join(folder, DATA_FOLDER)) ?? (id === pathHash(dataFolder) ? dataFolder : undefined);
    if (last === undefined || idOf(last) === id || !existsSync(clusterOf(id))) return [];
    return [
      `An older database, of a former ${last}, is in ${folder}. Unless you moved that folder, remove the database: rm -r ${folder}`,
    ];
  });
}

function claimed(id: string, dataFolder: string): string {
  const folder = join(OUTSIDE, id);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, DATA_FOLDER), dataFolder, { mode: 0o600 });
  return folder;
}

const newId = () => randomBytes(8).toString("hex");
const pathHash = (dataFolder: string) => createHash("sha256").update(dataFolder).digest("hex").slice(0, 16);
const clusterOf = (id: string) => join(OUTSIDE, id, "postgres", "cluster");

/** Returns the id of a database that was named by the path of its data folder, before those had ids. A data folder that never started has no addresses.json. */
function idFromPath(dataFolder: string): string | undefined {
  const id = pathHash(dataFolder);
  const hasStarted = existsSync(join(dataFolder, "addresses.json"));
  return hasStarted && existsSync(clusterOf(id)) && !existsSync(join(OUTSIDE, id, DATA_FOLDER)) ? id : undefined;
}

/** Compares inodes: a folder may have several paths, such as that of a bind mount. */
function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((folder) => statSync(folder, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** Returns a file's text, or `undefined` when there is no such file: another process may be removing it. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (existsSync(file)) throw error;
    return undefined;
  }
}
