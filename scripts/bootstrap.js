/**
 * `node scripts/bootstrap.js <command> [parameters]`: installs the packages, finds the pinned Node and runs
 * `scripts/<command>.ts` with it. Plain JavaScript without packages, since it runs before anything is installed, on any
 * Node from OLDEST on. It first refuses misspelt settings and ports that are none: nothing is installed for them. Everything else of the npm commands is TypeScript in scripts/.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { misspeltIn, wrongPortsIn } from "./launcher/setting-names.js";
import { withCheckoutLock } from "./lib/checkout-lock.js";
import { step } from "./lib/progress.js";

const OLDEST = 20;
/** The first Node that runs TypeScript without an option. */
const WANTED = 24;
const NPM_LINES_SHOWN = 12;
const INTERRUPTED = 130;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** The data folders of the commands that keep how long an installation took. */
const FOLDERS = { start: ".foyer", dev: ".foyer-dev" };
const COMMANDS = [
  "start",
  "dev",
  "build",
  "serve",
  "check",
  "test",
  "full",
  "e2e",
  "bench",
  "conformance",
  "databases",
];

const root = fileURLToPath(new URL("..", import.meta.url));
const [command, ...parameters] = process.argv.slice(2);

if (majorIn(process.version) < OLDEST)
  fail(`Foyer needs Node ${OLDEST} or newer to start; this is ${process.versions.node}. See https://nodejs.org`);
if (!COMMANDS.includes(command)) fail(`There is no command ${command}. The commands are ${COMMANDS.join(", ")}.`);
const wrongSettings = [...misspeltIn(process.env), ...wrongPortsIn(process.env, { isService: command === "serve" })];
if (wrongSettings.length > 0) fail(wrongSettings.join("\n"));
if (!isInstalled())
  await withCheckoutLock(root, "installs the packages", () => isInstalled() || installPackages(), fail);
await runCommand(findRuntime(), join(root, "scripts", `${command}.ts`));

/** Runs the command in this process, or in another one with the pinned Node, and ends with its exit code. */
async function runCommand(node, file) {
  if (node === process.execPath) {
    process.argv = [node, file, ...parameters];
    return import(pathToFileURL(file).href);
  }
  const child = spawn(node, [file, ...parameters], { stdio: "inherit" });
  // Ctrl-C reaches both processes and is passed on as well, so the command treats signals in quick succession as one.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? INTERRUPTED : 1)));
}

/** Returns whether npm has finished an installation of the locked versions. npm writes its record last. */
function isInstalled() {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const locked = Object.entries(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages);
  return locked.every(([path, { version, optional, devOptional, link }]) => {
    if (path === "" || link || !path.startsWith("node_modules/")) return true;
    // An optional package may be for another platform.
    return installed[path] ? installed[path].version === version : Boolean(optional || devOptional);
  });
}

/**
 * Installs the locked versions by the npm that started this process, or the one on the path. Development and optional packages
 * are installed regardless of npm's settings: Node and PostgreSQL are optional packages.
 */
async function installPackages() {
  const path = process.env.npm_execpath;
  const [npm, ...first] = path && basename(path).startsWith("npm") ? [process.execPath, path] : ["npm"];
  const ci = ["ci", "--include=dev", "--include=optional", "--loglevel=error"];
  const data = FOLDERS[command] && resolve(process.env.FOYER_DATA || join(root, FOLDERS[command]));
  const output = [];
  let isStopped = false;

  async function install() {
    const child = spawn(npm, [...first, ...ci], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => output.push(text));
    const stop = (signal) => {
      isStopped = true;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const [code] = await once(child, "close");
    for (const signal of SIGNALS) process.off(signal, stop);
    if (code !== 0) throw new Error(output.join(""));
  }

  try {
    await step("Installing packages", install, { kept: data && join(data, "times.json") });
  } catch (error) {
    if (isStopped) process.exit(INTERRUPTED);
    const lines = error.message.trimEnd().split("\n").slice(-NPM_LINES_SHOWN);
    fail(
      `npm could not install the packages in ${root}. Its last lines:\n${lines.map((line) => `  ${line}`).join("\n")}`,
    );
  }
}

/** Returns the Node that npm installed, or this one if it is new enough. */
function findRuntime() {
  const pinned = join(root, "node_modules", ".bin", "node");
  if (existsSync(pinned) && majorOf(pinned) >= WANTED) return realpathSync(pinned);
  if (majorIn(process.version) >= WANTED) return process.execPath;
  return fail(
    `npm has no Node ${WANTED} for ${process.platform} on ${process.arch}. Install Node ${WANTED} or newer, then start again.`,
  );
}

/** Returns the major version of a Node, or zero when it does not run here, such as one for another C library. */
function majorOf(node) {
  if (realpathSync(node) === process.execPath) return majorIn(process.version);
  try {
    return majorIn(execFileSync(node, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return 0;
  }
}

function majorIn(version) {
  return Number.parseInt(version.slice(1), 10);
}

/** Ends with the exit code and the last line of a command that cannot start. */
function fail(message) {
  console.error(`\n${message}`);
  if (["test", "full"].includes(command)) console.log("0 passed, 1 failed");
  process.exit(["e2e", "conformance"].includes(command) ? 2 : 1);
}
