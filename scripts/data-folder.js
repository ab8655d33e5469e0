import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fault, MEANING } from "./fault.js";
import { makeFolder, stopUnlessRoom, stopUnlessWritable } from "./folders.js";
import { inHouse } from "./house.js";

/** What a first database takes, with some air for a day's sales. */
const DATA_BYTES = 3e8;

/** Returns the folder for everything that is kept, ready to be written to. Throws a Fault that names it and FOYER_DATA. */
export async function dataFolder(asked) {
  const folder = asked ? resolve(asked) : inHouse(".foyer");
  const remedy = "FOYER_DATA names another folder for what Foyer keeps.";
  try {
    // As root the database runs as another user, who passes through and can read nothing here.
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    for (const part of ["logs", "storefront"]) makeFolder(join(folder, part), 0o700);
  } catch ({ code }) {
    throw new Fault(`${folder} cannot be made (${MEANING[code] ?? code}). ${remedy}`);
  }
  stopUnlessWritable(folder, remedy);
  await stopUnlessRoom(DATA_BYTES, folder);
  return folder;
}

/** One launcher for a data folder: two would write to the same ledger. Answers how to let go. */
export function claim(data) {
  const file = join(data, "running.json");
  const running = whoRuns(data);
  if (running)
    throw new Fault(
      `Foyer runs already, at ${running.storefront ?? "an address of its own"}. Stop it first (process ${running.pid}).`,
    );
  const write = (storefront) => writeWhole(file, { pid: process.pid, storefront });
  write();
  return { tellAddress: write, letGo: () => rmSync(file, { force: true }) };
}

/** The launcher that holds this data folder, if it is alive. */
export function whoRuns(data) {
  const file = join(data, "running.json");
  if (!existsSync(file)) return undefined;
  try {
    const running = JSON.parse(readFileSync(file, "utf8"));
    return running.pid !== process.pid && isLauncher(running.pid) ? running : undefined;
  } catch {
    return undefined;
  }
}

/** A process id may have gone to somebody else since: where the system tells, the program's name must fit too. */
function isLauncher(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  const told = `/proc/${pid}/cmdline`;
  return !existsSync(told) || readFileSync(told, "utf8").includes("scripts/");
}

/** Readable by nobody else, and never seen half written. */
export function writeWhole(file, value) {
  writeFileSync(`${file}.part`, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
