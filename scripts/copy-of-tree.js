import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { inHouse, root } from "./house.js";

/**
 * Copies what git would commit, so that work in progress is tried as well. The packages stay where they are, but for a
 * tree that is built: Turbopack takes no package from outside its root.
 */
export function copyOfTree(folder, { isBuilt = false } = {}) {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.toString().split("\0")) {
    if (file === "" || !existsSync(inHouse(file))) continue;
    cpSync(inHouse(file), join(folder, file), { recursive: true });
  }
  if (isBuilt) linkFolder(inHouse("node_modules"), join(folder, "node_modules"));
  else symlinkSync(inHouse("node_modules"), join(folder, "node_modules"), "dir");
  // The house rules ask git which files there are.
  execFileSync("git", ["init", "--quiet", folder]);
  appendFileSync(join(folder, ".git", "info", "exclude"), "node_modules\n");
  return folder;
}

/** Files are hard links, which take no room. */
function linkFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

/** A link cannot lead to another disk. */
function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
