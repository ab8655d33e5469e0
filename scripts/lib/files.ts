import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Writes a file atomically, readable by its owner alone. */
export function writeJson(file: string, value: unknown): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Returns the parsed file, or `undefined` when it is missing or damaged. The shape is not validated. */
export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

/** The absolute path of the checkout. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export const fromRoot = (...parts: readonly string[]): string => join(root, ...parts);
