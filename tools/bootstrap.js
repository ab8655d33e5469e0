/**
 * `node tools/bootstrap.js <command> [parameters]`: installs the packages, finds the pinned Node and runs
 * `tools/<command>.ts` with it. Plain JavaScript without packages, since it runs before anything is installed, on any
 * Node from OLDEST on. Everything else of the npm commands is TypeScript in tools/.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST = 20;
/** The first Node that runs TypeScript without an option. */
const WANTED = 24;
/** Space for the packages and a build, with a margin. */
const INSTALL_BYTES = 1.5e9;
const NPM_LINES_SHOWN = 12;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const INTERRUPTED = 130;

const root = fileURLToPath(new URL("..", import.meta.url));

/** The exit code of each command when it cannot start, and the last line that it prints then. */
const COMMANDS = {
  start: { exitCode: 1, interrupted: 0 },
  dev: { exitCode: 1, interrupted: 0 },
  build: { exitCode: 1, interrupted: INTERRUPTED },
  serve: { exitCode: 1, interrupted: 0 },
  check: { exitCode: 1, interrupted: INTERRUPTED },
  test: { exitCode: 1, interrupted: INTERRUPTED, lastLine: "0 passed, 1 failed" },
  full: { exitCode: 1, interrupted: INTERRUPTED, lastLine: "0 passed, 1 failed" },
  e2e: { exitCode: 2, interrupted: INTERRUPTED },
  bench: { exitCode: 1, interrupted: INTERRUPTED },
  conformance: { exitCode: 2, interrupted: INTERRUPTED },
};

/** A failure that is shown as one line without a stack. */
class BootstrapError extends Error {}

/** The program that signals are passed on to: npm, then the command. */
let current;
let isInterrupted = false;

async function main([command, ...parameters]) {
  if (Number(process.versions.node.split(".")[0]) < OLDEST) {
    console.error(
      `Foyer needs Node ${OLDEST} or newer to start; this is ${process.versions.node}. See https://nodejs.org`,
    );
    return 1;
  }
  const settings = COMMANDS[command];
  if (settings === undefined) {
    console.error(`There is no command ${command}. The commands are ${Object.keys(COMMANDS).join(", ")}.`);
    return 1;
  }
  for (const signal of SIGNALS)
    process.on(signal, () => {
      isInterrupted = true;
      current?.kill(signal);
    });
  try {
    await installPackages();
    if (isInterrupted) return settings.interrupted;
    return await runCommand(findRuntime(), [join(root, "tools", `${command}.ts`), ...parameters]);
  } catch (error) {
    if (isInterrupted) return settings.interrupted;
    console.error(error instanceof BootstrapError ? `\n${error.message}` : error);
    if (settings.lastLine) console.log(settings.lastLine);
    return settings.exitCode;
  }
}

/**
 * Runs the command with this process's streams and returns its exit code. File descriptor 3 is a pipe that closes when
 * this process ends, even when it is killed; the command then stops. Ctrl-C reaches both processes and is passed on as
 * well, so the command treats signals in quick succession as one.
 */
function runCommand(node, parameters) {
  current = spawn(node, parameters, {
    env: { ...process.env, FOYER_BOOTSTRAP: String(process.pid) },
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  // The pipe breaks when the command ends first.
  current.stdio[3].on("error", () => {});
  return new Promise((resolve, reject) => {
    current.on("error", reject);
    current.on("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? INTERRUPTED : 1)));
  });
}

/** Returns how to run the npm that started this process, or the one on the path. */
function npm() {
  const path = process.env.npm_execpath;
  return path && basename(path).startsWith("npm")
    ? { program: process.execPath, first: [path] }
    : { program: "npm", first: [] };
}

/** Installs the locked versions unless they are installed. */
async function installPackages() {
  if (isInstalled()) return;
  stopUnlessWritable();
  await stopUnlessSpace();
  const begun = Date.now();
  process.stdout.write("Installing packages … ");
  const { code, output } = await npmCi();
  process.stdout.write(code === 0 ? `${((Date.now() - begun) / 1000).toFixed(1)} s\n` : "failed\n");
  if (code === 0) return;
  const lines = output.trimEnd().split("\n").slice(-NPM_LINES_SHOWN);
  throw new BootstrapError(
    `npm could not install the packages (exit ${code}). Its last lines:\n${lines.map((line) => `  ${line}`).join("\n")}`,
  );
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

/** Throws unless a file can be created. Permissions alone do not reveal a read-only disk. */
function stopUnlessWritable() {
  try {
    rmSync(mkdtempSync(join(root, ".foyer-try-")), { recursive: true });
  } catch ({ code }) {
    throw new BootstrapError(
      `${root} cannot be written to (${code}). The packages are installed there: make it writable, or start from a copy.`,
    );
  }
}

async function stopUnlessSpace() {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize >= INSTALL_BYTES) return;
  const [free, needed] = [bavail * bsize, INSTALL_BYTES].map((bytes) => `${(bytes / 1e9).toFixed(1)} GB`);
  throw new BootstrapError(`The disk is nearly full: ${root} has ${free} free, and this needs ${needed}.`);
}

/** Installs development and optional packages regardless of npm's settings: Node and PostgreSQL are optional packages. */
function npmCi() {
  const parameters = ["ci", "--include=dev", "--include=optional", "--loglevel=error"];
  const { program, first } = npm();
  current = spawn(program, [...first, ...parameters], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [current.stdout, current.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    current.on("error", reject);
    current.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Returns the Node that npm installed, or this one if it is new enough. */
function findRuntime() {
  const pinned = join(root, "node_modules", ".bin", "node");
  if (existsSync(pinned) && majorOf(pinned) >= WANTED) return pinned;
  if (majorOf(process.execPath) >= WANTED) return process.execPath;
  throw new BootstrapError(
    `npm has no Node ${WANTED} for ${process.platform} on ${process.arch}. Install Node ${WANTED} or newer, then start again.`,
  );
}

/** Returns the major version of a Node, or zero when it does not run here, such as one for another C library. */
function majorOf(node) {
  try {
    const version = execFileSync(node, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return Number.parseInt(version.slice(1), 10);
  } catch {
    return 0;
  }
}

process.exit(await main(process.argv.slice(2)));
