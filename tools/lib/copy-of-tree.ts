import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fromRoot, root } from "#tools/lib/paths.ts";

/** The folders of packages: most are at the root, those of which it has no version are the service's own. */
const PACKAGES = ["node_modules", "service/node_modules"];

/**
 * Copies what git would commit, uncommitted changes included, and returns the folder. The copy has its own
 * packages, since Turbopack takes none from outside its root.
 */
export function copyOfTree(folder: string): string {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.toString().split("\0")) {
    if (file === "" || !existsSync(fromRoot(file))) continue;
    cpSync(fromRoot(file), join(folder, file), { recursive: true });
  }
  for (const packages of PACKAGES) linkFolder(fromRoot(packages), join(folder, packages));
  return folder;
}

/** Copies a folder with hard links, which take no space. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

/** Copies when a hard link is impossible, as across file systems. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
