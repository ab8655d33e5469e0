import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, statSync, truncateSync } from "node:fs";
import { Fault } from "./fault.ts";
import { root } from "./files.ts";

const LINES_KEPT = 2_000;
/** Lines shown of a program that failed: its reason and its stack. */
const LINES_SHOWN = 40;
const LOG_BYTES_MAX = 20 * 1024 * 1024;
const LOG_CHECK_MS = 10_000;

/** Running programs, and those among them that end by themselves after an interruption. */
const running = new Map<ChildProcess, { readonly endsCleanly: boolean }>();

/**
 * Runs a program to its end without printing, and returns its exit code and output. One that `endsCleanly` is
 * interrupted by a stop, which then waits for it; every other is ended at once.
 */
export function run(
  program: string,
  parameters: readonly string[],
  { endsCleanly = false, ...options }: SpawnOptions & { readonly endsCleanly?: boolean } = {},
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"], ...options });
    running.set(child, { endsCleanly });
    const lines: string[] = [];
    const keep = (chunk: string) => {
      lines.push(chunk);
      if (lines.length > LINES_KEPT) lines.shift();
    };
    child.stdout?.setEncoding("utf8").on("data", keep);
    child.stderr?.setEncoding("utf8").on("data", keep);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      running.delete(child);
      if (signal !== null) lines.push(`\nEnded by ${signal}.`);
      resolve({ code: code ?? 1, output: lines.join("") });
    });
  });
}

/** Runs a program of Node to its end and returns its output. Throws a Fault with its last lines when it fails. */
export async function outputOf(
  what: string,
  node: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { code, output } = await run(node, parameters, { cwd: root, env });
  if (code !== 0) throw new Fault(`The ${what} failed:\n${lastLines(output, LINES_SHOWN)}`);
  return output;
}

/** Ends every program that `run` waits for. Waits for those that end cleanly. */
export async function stopRunning(): Promise<void> {
  const ends = [...running].map(([child, { endsCleanly }]) => {
    child.kill(endsCleanly ? "SIGINT" : "SIGTERM");
    return endsCleanly ? once(child, "close") : undefined;
  });
  await Promise.all(ends);
}

/** Ends every program that `run` waits for at once. */
export function killRunning(): void {
  for (const child of running.keys()) child.kill("SIGTERM");
}

/** Returns the last lines of a program's output, indented. */
export function lastLines(output: string, count = 12): string {
  return output
    .trimEnd()
    .split("\n")
    .slice(-count)
    .map((line) => `  ${line}`)
    .join("\n");
}

/** Returns the name of the log before this one. */
export const previousOf = (log: string) => log.replace(/\.log$/, ".previous.log");

/**
 * Keeps a log that a program appends to below LOG_BYTES_MAX, as long as this process runs: copies a longer one over the
 * previous one and empties it. The program goes on at the beginning. Lines that it writes between the two steps are lost.
 */
export function keepBounded(log: string): void {
  setInterval(() => {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) <= LOG_BYTES_MAX) return;
    copyFileSync(log, previousOf(log));
    truncateSync(log);
  }, LOG_CHECK_MS).unref();
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that every child process inherits. None is a secret. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "TEMP",
  "SystemRoot",
  "NODE_COMPILE_CACHE",
  "NODE_EXTRA_CA_CERTS",
];

/** Returns a child's whole environment: INHERITED, the caller's variables of `passedOn`, and `own`. */
export function childEnvironment(passedOn: readonly string[], own: Variables): NodeJS.ProcessEnv {
  const inherited = [...INHERITED, ...passedOn].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  const environment: Variables = { ...Object.fromEntries(inherited), ...own };
  // Next's types require NODE_ENV; only Next's processes need it.
  return environment as NodeJS.ProcessEnv;
}
