import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { Fault } from "#tools/lib/fault.ts";

/** What an installer writes into a shipped file, for an edge in a scratch folder. */
export type EdgeSite = {
  /** Its files, logs and cache. */
  readonly folder: string;
  readonly name: string;
  readonly port: number;
  readonly plainPort: number;
  /** The ports of the storefronts. */
  readonly storefronts: readonly [number, number];
  readonly certificateFile: string;
  readonly keyFile: string;
  /** How long a storefront may take to answer, instead of the shipped time. */
  readonly answerSeconds?: number;
};

/** A program that is not a part of the repository, with its parameters and settings. */
export type EdgeCommand = { readonly program: string; readonly parameters: readonly string[]; readonly env: Variables };

/** Returns which of the programs are not installed on this machine. */
export function missingPrograms(programs: readonly string[]): readonly string[] {
  const folders = [
    "/usr/sbin",
    "/usr/bin",
    ...globSync("/usr/lib/postgresql/*/bin"),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/**
 * Replaces each text of a shipped file. Throws a Fault when one does not occur, so that a test never runs with another
 * file than the one that is shipped.
 */
export function withSite(text: string, replacements: readonly (readonly [shipped: string, own: string])[]): string {
  return replacements.reduce((changed, [shipped, own]) => {
    if (!changed.includes(shipped)) throw new Fault(`The shipped file has no ${shipped}.`);
    return changed.replaceAll(shipped, own);
  }, text);
}

/** Creates a folder that the edge's own user can enter. */
export function createEnterableFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** Writes a shipped file into the scratch folder, and returns its path. */
export function install(from: string, to: string, replacements: Parameters<typeof withSite>[1]): string {
  writeFileSync(to, withSite(readFileSync(from, "utf8"), replacements));
  return to;
}

const TRIES = 200;
const PAUSE_MS = 50;

/** Starts an edge and waits until its port is open. Throws a Fault with its output when it ends before. */
export async function startShippedEdge({ program, parameters, env }: EdgeCommand, { name, port }: EdgeSite) {
  const own = childEnvironment([], { ...env, PATH: `/usr/sbin:/usr/bin:${process.env.PATH}` });
  const child = spawn(program, [...parameters], { env: own, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)));
  const exited = once(child, "exit");
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (child.exitCode !== null || tries === TRIES)
      throw new Fault(`${program} does not listen:\n${output.join("").trim()}`);
    await pause(PAUSE_MS);
  }
  return {
    url: `https://${name}:${port}`,
    /** Returns what it has printed. */
    output: () => output.join(""),
    async close(): Promise<void> {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
