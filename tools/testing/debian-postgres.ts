import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Fault } from "#tools/lib/fault.ts";
import { freePort } from "#tools/lib/ports.ts";
import { lastLines, run } from "#tools/lib/run.ts";

const VERSIONS = "/usr/lib/postgresql";
const TRIES = 200;
const PAUSE_MS = 100;

/** Returns the folder of the programs of Debian's newest PostgreSQL server, or `undefined` without one. */
export function debianPostgres(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(VERSIONS, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** The server refuses to run as root: root runs it as the user of Debian's package. */
const asServer = (command: readonly string[]): readonly string[] =>
  process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--", ...command] : command;

/** Starts Debian's PostgreSQL on a loopback port, with an empty database `foyer`, in a new folder that its user owns. */
export async function startDebianPostgres(bin: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) await command(["chown", "postgres", folder]);
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const data = join(folder, "data");
  const access = [
    "--username=foyer",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-sync",
  ];
  await command(asServer([join(bin, "initdb"), "-D", data, ...access]), folder);
  const port = await freePort(0);
  const settings = ["-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`];
  const [program = "", ...parameters] = asServer([join(bin, "postgres"), "-D", data, "-c", "fsync=off", ...settings]);
  const child = spawn(program, parameters, { stdio: "ignore", cwd: folder });
  const ended = once(child, "exit");
  const administrator = `postgres://foyer:${password}@127.0.0.1:${port}/postgres`;
  for (let tries = 0; (await run("psql", [administrator, "-c", "CREATE DATABASE foyer"])).code !== 0; tries += 1) {
    if (tries === TRIES || child.exitCode !== null) throw new Fault("PostgreSQL does not start.");
    await pause(PAUSE_MS);
  }
  return {
    url: `postgres://foyer:${password}@127.0.0.1:${port}/foyer`,
    async stop(): Promise<void> {
      await command(asServer([join(bin, "pg_ctl"), "stop", "-D", data, "-m", "fast"]), folder);
      await ended;
    },
  };
}

async function command([program = "", ...parameters]: readonly string[], cwd?: string): Promise<void> {
  const { code, output } = await run(program, parameters, { ...(cwd !== undefined && { cwd }) });
  if (code !== 0) throw new Fault(`${program} failed:\n${lastLines(output)}`);
}
