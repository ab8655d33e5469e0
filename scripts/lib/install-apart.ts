import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Returns a function that loads the packages of a folder with a lockfile of its own. They are installed where they are not yet: few runs
 * need them, and every checkout would install them otherwise.
 */
export function installApart(folder: string): NodeJS.Require {
  // npm writes its record last.
  if (!existsSync(join(folder, "node_modules", ".package-lock.json"))) {
    const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
    execFileSync("npm", ["ci", ...options], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  }
  return createRequire(join(folder, "package.json"));
}
