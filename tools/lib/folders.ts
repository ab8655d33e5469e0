import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault, reasonOf } from "./fault.ts";

/** Creates a folder and its parents one at a time: Node's recursive mkdir loops forever where /proc refuses a folder. */
export function makeFolder(folder: string, mode: number): void {
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

/** Throws a Fault when the folder's disk has less free space. */
export async function stopUnlessSpace(bytes: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  const [has, needs] = [free, bytes].map((amount) => `${(amount / 1e9).toFixed(1)} GB`);
  throw new Fault(`The disk is nearly full: ${folder} has ${has} free, and this needs ${needs}.`);
}
