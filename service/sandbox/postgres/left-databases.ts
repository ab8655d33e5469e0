import { existsSync, lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { runningServer } from "./cluster.ts";
import { DATA_FOLDER, ID_FORM, idOf, OUTSIDE, readIfThere } from "./place.ts";

/** A database outside of its data folder, which is not there any more. */
export type LeftDatabase = {
  readonly id: string;
  /** Where the data folder was at the last start. Empty where a kill came before that was written. */
  readonly dataFolder: string;
  readonly bytes: number;
  /** When the server wrote last; absent where it never did. */
  readonly lastUsed?: Date;
};

/** The size of the blocks that `stat` counts. */
const BLOCK_BYTES = 512;

/** Returns the databases whose data folder is gone or has another database, those that were not used for longest first. */
export function listLeftDatabases(outside: string = OUTSIDE): readonly LeftDatabase[] {
  const ids = existsSync(outside) ? readdirSync(outside).filter((name) => ID_FORM.test(name)) : [];
  return ids
    .map((id) => ({ id, dataFolder: readIfThere(join(outside, id, DATA_FOLDER)) ?? "" }))
    .filter(({ id, dataFolder }) => idOf(dataFolder) !== id)
    .map((one) => ({ ...one, ...useOf(join(outside, one.id)) }))
    .toSorted((one, other) => Number(one.lastUsed ?? 0) - Number(other.lastUsed ?? 0));
}

/** Returns left databases by their ids, each once. Throws where one is unknown, has its data folder, or is running. */
export function findLeftDatabases(ids: readonly string[], outside: string = OUTSIDE): readonly LeftDatabase[] {
  const left = listLeftDatabases(outside);
  return [...new Set(ids)].map((id) => {
    const found = left.find((one) => one.id === id);
    if (found === undefined) throw new Error(`${id} is not the id of a database that is left.`);
    const pid = runningServer(clusterIn(join(outside, id)));
    if (pid !== undefined) throw new Error(`The database ${id} is running: stop process ${pid} first.`);
    return found;
  });
}

/** Removes databases that `findLeftDatabases` has returned. */
export function removeLeftDatabases(found: readonly LeftDatabase[], outside: string = OUTSIDE): void {
  for (const { id } of found) rmSync(join(outside, id), { recursive: true });
}

const clusterIn = (folder: string) => join(folder, "postgres", "cluster");

function useOf(folder: string): Pick<LeftDatabase, "bytes" | "lastUsed"> {
  // The server writes this file at each checkpoint, and when it stops.
  const control = statSync(join(clusterIn(folder), "global", "pg_control"), { throwIfNoEntry: false });
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const blocks = names.map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0);
  const bytes = BLOCK_BYTES * blocks.reduce((sum, count) => sum + count, 0);
  return { bytes, ...(control && { lastUsed: control.mtime }) };
}
