import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The service's own package, which the processes of a race run from. */
export const SHIPPED = join(import.meta.dirname, "..", "..");

/** A text that stands exactly once in its file, and what stands there where a rule is off. */
type Change = { readonly file: string; readonly text: string; readonly becomes: string };

export type ServiceCopy = { readonly folder: string; readonly remove: () => void };

/** Copies the service, with these changes in its source and this migration after its own. */
export function copyService(changes: readonly Change[], migration: string): ServiceCopy {
  const parent = mkdtempSync(join(tmpdir(), "foyer-service-"));
  const folder = join(parent, "service");
  for (const part of ["package.json", "src", "migrations"]) {
    cpSync(join(SHIPPED, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(SHIPPED, "..", "node_modules"), join(parent, "node_modules"), "dir");
  for (const change of changes) applyTo(folder, change);
  writeFileSync(join(folder, "migrations", "9999_rules_off.sql"), migration);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

function applyTo(folder: string, { file, text, becomes }: Change): void {
  const path = join(folder, file);
  const [before, after, ...more] = readFileSync(path, "utf8").split(text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${text}" must stand once in ${file}, so that the control can switch its rule off.`);
  }
  writeFileSync(path, before + becomes + after);
}
