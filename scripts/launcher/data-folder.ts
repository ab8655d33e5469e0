import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isRunning } from "#scripts/lib/checkout-lock.js";
import { Fault, reasonOf } from "#scripts/lib/fault.ts";
import { fromRoot, readJson, writeJson } from "#scripts/lib/files.ts";

/** Space for a new database and the sales of a day, with a margin. */
const DATA_BYTES = 3e8;

/** The folders under the root that `npm start` and `npm run dev` keep their data in, unless FOYER_DATA names another. */
export const DEFAULT_FOLDERS = { start: ".foyer", dev: ".foyer-dev" } as const;

/** The file in a data folder with the time that each long step of a start took before. */
export const TIMES = "times.json";

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
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < DATA_BYTES)
    throw new Fault(
      `The disk is nearly full: ${folder} has ${bavail * bsize} bytes free, and this needs ${DATA_BYTES}.`,
    );
  return folder;
}

/** Creates a folder and its parents one at a time: Node's recursive mkdir loops forever where /proc refuses a folder. */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  mkdirSync(folder, { mode });
}

/** Throws a Fault that ends with the remedy unless a file can be created. Permissions alone do not reveal a read-only disk. */
export function stopUnlessWritable(folder: string, remedy: string): void {
  try {
    rmSync(mkdtempSync(join(folder, ".foyer-try-")), { recursive: true });
  } catch (error) {
    throw new Fault(`${folder} cannot be written to (${reasonOf(error)}). ${remedy}`);
  }
}

/** The content of running.json: the launcher that uses the data folder, and the folder's inode, which a copy does not have. */
type Launcher = { readonly pid: number; readonly folder?: number; readonly storefront?: string };

/** Claims the data folder. Throws a Fault when another launcher uses it: two would write the same payment attempts. */
export function claim(data: string): { readonly publish: (storefront: string) => void; readonly release: () => void } {
  const file = join(data, "running.json");
  const running = runningLauncher(data);
  if (running)
    throw new Fault(
      running.storefront === undefined
        ? `Foyer is starting already (process ${running.pid}), which takes minutes where it has to build. Wait until it prints its address, or stop it with Ctrl-C in its terminal.`
        : `Foyer runs already, at ${running.storefront}. Stop it first (process ${running.pid}).`,
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
  if (!isRunning(pid)) return false;
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, "utf8").includes("scripts/");
}

const secret = () => randomBytes(32).toString("base64url");
/** Without letters that look like digits, since it is read off a terminal and typed. */
const typable = () => Array.from(randomBytes(16), (byte) => "abcdefghjkmnpqrstuvwxyz23456789"[byte % 31]).join("");

export type StoredSecrets = ReturnType<typeof newSecrets>;

export const newSecrets = () => ({
  shopPassword: secret(),
  promoterPassword: typable(),
  processorSecret: secret(),
  cardKey: secret(),
  cookieKeys: secret(),
  linkKeys: secret(),
  nextAuthSecret: secret(),
});

/** Returns the secrets of this data folder, and generates missing ones. Its cookies and accounts depend on them. Throws a Fault when the file is damaged. */
export function storedSecrets(data: string): StoredSecrets {
  const file = join(data, "settings.json");
  const kept = existsSync(file) ? readJson<Partial<StoredSecrets>>(file) : {};
  if (kept === undefined)
    throw new Fault(
      `${file} is damaged. It contains the secrets of this data folder: repair it, or remove the folder to start again.`,
    );
  const settings = { ...newSecrets(), ...kept };
  if (Object.keys(settings).length !== Object.keys(kept).length) writeJson(file, settings);
  return settings;
}
