import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Fault } from "./fault.js";
import { inHouse } from "./house.js";
import { lastLines, run } from "./run.js";
import { step } from "./say.js";

/** The same browser without a window is a quarter quicker, and of no use to who wants to watch. */
const isWatched = process.argv.some((argument) => ["--headed", "--ui", "--debug"].includes(argument));
const WINDOWLESS = isWatched ? [] : ["chromium-headless-shell"];
const NAMES = [...WINDOWLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A browser for the stories: the one that is named, the one Playwright brought, the system's, or one installed now. */
export async function findBrowser(node) {
  const found = seeBrowser(node);
  if (found && !isProgram(found)) throw new Fault(`E2E_BROWSER: ${found} is no program.`, { exitCode: 2 });
  if (found) return found;

  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) await step("Installing a browser", installDebian);
  const installed = onPath();
  if (installed) return installed;
  throw new Fault(
    "There is no browser for the stories. Install Chromium or Chrome, or name one with E2E_BROWSER=/path/to/chromium.",
    { exitCode: 2 },
  );
}

/** The same without installing one. */
export function seeBrowser(node) {
  return process.env.E2E_BROWSER || (bundled(node) ?? onPath() ?? APPLICATIONS.find((path) => existsSync(path)));
}

/** Asked in a process of its own, since a launcher imports no package. Playwright may name one that is not there. */
function bundled(node) {
  const ask = 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))';
  try {
    const path = execFileSync(node, ["-e", ask], { cwd: inHouse(), encoding: "utf8" }).trim();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env });
  let told = "";
  // Older releases have no package of the windowless one.
  for (const browser of [...WINDOWLESS, "chromium"]) {
    const parameters = ["install", "-y", "--no-install-recommends", browser, "fonts-liberation"];
    const { code, output } = await run("apt-get", parameters, { env });
    if (code === 0) return;
    told = lastLines(output);
  }
  throw new Fault(`apt-get could not install Chromium:\n${told}`, { exitCode: 2 });
}
