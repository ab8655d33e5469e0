import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { Fault } from "./fault.js";
import { stopUnlessRoom, stopUnlessWritable } from "./folders.js";
import { inHouse, root } from "./house.js";
import { lastLines, run } from "./run.js";
import { step } from "./say.js";

/** What the packages and a build take, with some air. */
const INSTALL_BYTES = 1.5e9;

/** Installs exactly what the lock says, unless that is here already. */
export async function installPackages() {
  if (isInstalled()) return;

  stopUnlessWritable(root, "The packages are installed there: make it writable, or start from a copy.");
  await stopUnlessRoom(INSTALL_BYTES, root);
  const { code, output } = await step("Installing packages", npmCi);
  if (code !== 0) {
    throw new Fault(`npm could not install the packages (exit ${code}). Its last lines:\n${lastLines(output)}`);
  }
}

function npmCi() {
  // All kinds of packages, whatever the person's own npm settings leave out: the runtime and PostgreSQL are optional ones.
  const parameters = ["ci", "--include=dev", "--include=optional", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  if (npm && basename(npm).startsWith("npm")) return run(process.execPath, [npm, ...parameters], { cwd: root });
  return run("npm", parameters, { cwd: root });
}

/** npm writes down what it has installed, last of all: a broken-off installation is none. */
function isInstalled() {
  const written = inHouse("node_modules", ".package-lock.json");
  if (!existsSync(written)) return false;
  const here = JSON.parse(readFileSync(written, "utf8")).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(inHouse("package-lock.json"), "utf8")).packages);
  return wanted.every(([path, { version, optional, devOptional, link }]) => {
    if (path === "" || link || !path.startsWith("node_modules/")) return true;
    const found = here[path];
    // What is optional may be for another system.
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}
