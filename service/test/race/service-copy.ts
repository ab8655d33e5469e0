import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of the service's package, from which the processes of a race run. */
export const SHIPPED = join(import.meta.dirname, "..", "..");

/** A text that occurs exactly once in its file, and its replacement that disables a rule. */
type Change = { readonly file: string; readonly text: string; readonly becomes: string };

export type ServiceCopy = { readonly folder: string; readonly remove: () => void };

/** Copies the service with these changes of its source and this additional migration. */
export function copyService(changes: readonly Change[], migration: string): ServiceCopy {
  const parent = mkdtempSync(join(tmpdir(), "foyer-service-"));
  const folder = join(parent, "service");
  for (const part of ["package.json", "src", "migrations"]) {
    cpSync(join(SHIPPED, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(SHIPPED, "..", "node_modules"), join(parent, "node_modules"), "dir");
  // Packages of the service that are not at the root.
  symlinkSync(join(SHIPPED, "node_modules"), join(folder, "node_modules"), "dir");
  for (const change of changes) applyTo(folder, change);
  writeFileSync(join(folder, "migrations", "9999_rules_off.sql"), migration);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

function applyTo(folder: string, { file, text, becomes }: Change): void {
  const path = join(folder, file);
  const [before, after, ...more] = readFileSync(path, "utf8").split(text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${text}" must occur once in ${file}, so that the control can disable its rule.`);
  }
  writeFileSync(path, before + becomes + after);
}
