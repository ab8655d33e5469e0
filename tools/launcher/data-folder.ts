import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeOf, Fault, reasonOf } from "#tools/lib/fault.ts";
import { makeFolder, stopUnlessSpace, stopUnlessWritable } from "#tools/lib/folders.ts";
import { readJson, writeJson } from "#tools/lib/json-file.ts";
import { fromRoot } from "#tools/lib/paths.ts";

/** Space for a new database and the sales of a day, with a margin. */
const DATA_BYTES = 3e8;

/** The folders under the root that `npm start` and `npm run dev` keep their data in, unless FOYER_DATA names another. */
export const DEFAULT_FOLDERS = { start: ".foyer", dev: ".foyer-dev" } as const;

/** Returns the folder for everything that is kept, ready to be written to. Throws a Fault that names it and FOYER_DATA. */
export async function dataFolder(chosen: string = fromRoot(DEFAULT_FOLDERS.start)): Promise<string> {
  const folder = resolve(chosen);
  const remedy = "FOYER_DATA names another folder for what Foyer keeps.";
  try {
    // As root, the database runs as another user, who passes through this folder and can read nothing in it.
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    for (const part of ["logs", "storefront"]) makeFolder(join(folder, part), 0o700);
  } catch (error) {
    throw new Fault(`${folder} cannot be made (${reasonOf(error)}). ${remedy}`);
  }
  stopUnlessWritable(folder, remedy);
  await stopUnlessSpace(DATA_BYTES, folder);
  return folder;
}

/** The content of running.json: the launcher that uses the data folder, and the folder's inode, which a copy does not have. */
type Launcher = { readonly pid: number; readonly folder?: number; readonly storefront?: string };

/** Claims the data folder. Throws a Fault when another launcher uses it: two would write the same payment attempts. */
export function claim(data: string): { readonly publish: (storefront: string) => void; readonly release: () => void } {
  const file = join(data, "running.json");
  const running = runningLauncher(data);
  if (running)
    throw new Fault(
      `Foyer runs already, at ${running.storefront ?? "an address of its own"}. Stop it first (process ${running.pid}).`,
    );
  const write = (more: Partial<Launcher>) => writeJson(file, { pid: process.pid, folder: statSync(data).ino, ...more });
  write({});
  return { publish: (storefront) => write({ storefront }), release: () => rmSync(file, { force: true }) };
}

/** Returns the other launcher that uses this data folder, if it is running. */
export function runningLauncher(data: string): Launcher | undefined {
  const running = readJson<Launcher>(join(data, "running.json"));
  if (running === undefined || running.pid === process.pid || !isLauncher(running.pid)) return undefined;
  return running.folder === undefined || running.folder === statSync(data).ino ? running : undefined;
}

/** Returns whether the process runs and, where /proc exists, is a launcher: the id may have been reused. */
function isLauncher(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, "utf8").includes("tools/");
}
