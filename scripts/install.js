import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { basename } from "node:path";
import { Fault } from "./fault.js";
import { inHouse, root } from "./house.js";
import { lastLines, run } from "./run.js";
import { step } from "./say.js";

/** What the packages and a build take, with some air. */
const INSTALL_BYTES = 1.5e9;

/** Installs exactly what the lock says, unless that is here already. */
export async function installPackages() {
  if (isInstalled()) return;

  accessSync(root, constants.W_OK);
  await stopUnlessRoom(INSTALL_BYTES);
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

export async function stopUnlessRoom(bytes, folder = root) {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  const [has, needs] = [free, bytes].map((amount) => `${(amount / 1e9).toFixed(1)} GB`);
  throw new Fault(`The disk is nearly full: ${folder} has ${has} free, and this needs ${needs}.`);
}
