import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Fault } from "#scripts/lib/fault.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import { step } from "#scripts/lib/progress.js";
import { lastLines, run } from "#scripts/lib/run.ts";

/** A page in the headless shell takes a third of the processor time of one in the whole browser, but it cannot show a window. */
const isWatched = process.argv.some((argument) => ["--headed", "--ui", "--debug"].includes(argument));
const HEADLESS = isWatched ? [] : ["chromium-headless-shell"];
const NAMES = [...HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Returns the path of a browser: E2E_BROWSER, Playwright's, the system's, or on Debian as root a newly installed one. Throws a Fault when there is none. */
export async function findBrowser(node: string): Promise<string> {
  const found = installedBrowser(node);
  if (found && !isProgram(found)) throw new Fault(`E2E_BROWSER: ${found} is not a program.`, { exitCode: 2 });
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) await step("Installing a browser", installDebian);
  const installed = onPath();
  if (installed) return installed;
  throw new Fault(
    "There is no browser for the browser tests. Install Chromium or Chrome, or set E2E_BROWSER=/path/to/chromium.",
    { exitCode: 2 },
  );
}

/** Returns the same, or `undefined` instead of installing one. */
export function installedBrowser(node: string): string | undefined {
  return process.env.E2E_BROWSER || [bundled(node), onPath(), ...APPLICATIONS].find((path) => path && existsSync(path));
}

/** Asks Playwright in a separate process, since it takes long to load. Its browser may not be installed. */
function bundled(node: string): string | undefined {
  const script = 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))';
  try {
    return execFileSync(node, ["-e", script], { cwd: fromRoot(), encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installDebian(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env });
  let reason = "";
  // Older releases have no package of the headless shell.
  for (const browser of [...HEADLESS, "chromium"]) {
    const parameters = ["install", "-y", "--no-install-recommends", browser, "fonts-liberation"];
    const { code, output } = await run("apt-get", parameters, { env });
    if (code === 0) return;
    reason = lastLines(output);
  }
  throw new Fault(`apt-get could not install Chromium:\n${reason}`, { exitCode: 2 });
}
