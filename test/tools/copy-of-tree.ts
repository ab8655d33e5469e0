import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
/** The folders of packages: most are at the root, those of which it has no version are the service's own. */
const PACKAGES = ["node_modules", "service/node_modules"];

/**
 * Copies what git would commit, uncommitted changes included, and returns the folder. The copy has its own
 * packages, since Turbopack takes none from outside its root. They are hard links where the file system allows it.
 */
export function copyOfTree(folder: string): string {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const file of listed.toString().split("\0"))
    if (file !== "" && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  for (const packages of PACKAGES) {
    const copy = (how: string) => execFileSync("cp", [how, join(ROOT, packages), join(folder, packages)]);
    try {
      copy("-Rl");
    } catch {
      copy("-R");
    }
  }
  return folder;
}
