import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault, MEANING } from "./fault.js";

/** Makes a folder with those above it, one at a time: a recursive mkdir of Node never ends where /proc refuses one. */
export function makeFolder(folder, mode) {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  mkdirSync(folder, { mode });
}

/** Tries to write, since permissions alone do not tell of a read-only disk. Throws a Fault that ends with the remedy. */
export function stopUnlessWritable(folder, remedy) {
  try {
    rmSync(mkdtempSync(join(folder, ".foyer-try-")), { recursive: true });
  } catch ({ code }) {
    throw new Fault(`${folder} cannot be written to (${MEANING[code] ?? code}). ${remedy}`);
  }
}

/** Throws a Fault when the folder's disk has less room than this. */
export async function stopUnlessRoom(bytes, folder) {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  const [has, needs] = [free, bytes].map((amount) => `${(amount / 1e9).toFixed(1)} GB`);
  throw new Fault(`The disk is nearly full: ${folder} has ${has} free, and this needs ${needs}.`);
}
