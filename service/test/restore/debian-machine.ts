import { execFile } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Db } from "#src/platform/store/db.ts";
import { freePort, type LedgerEntry } from "#test/programs.ts";

const DEPLOY = join(import.meta.dirname, "../../../deploy/backup");
const DOCS = join(import.meta.dirname, "../../../docs");
/** The page that is tried: its commands and statements are read from it. */
export const PAGE = readFileSync(join(DOCS, "backup.md"), "utf8");
const KEY = "a key of the tests, as long as one of the documents";
/** Debian's server and its programs run as this system user, its only role. */
const ROLE = "postgres";
const NAME = "shop";

type Ended = { readonly code: number; readonly output: string };

/** Runs a program, and returns its exit code with all that it has printed. */
async function ended(env: NodeJS.ProcessEnv, program: string, ...parameters: readonly string[]): Promise<Ended> {
  return promisify(execFile)(program, parameters, { env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, output: `${stdout}${stderr}` }),
    (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
      code: error.code,
      output: `${error.stdout}${error.stderr}`,
    }),
  );
}

/** Returns the value that docs/deploy.md gives to a setting of the database. */
function settingOfPage(name: string): string {
  const [, value] =
    new RegExp(`ALTER SYSTEM SET ${name} = '?([^'"]+)`).exec(readFileSync(join(DOCS, "deploy.md"), "utf8")) ?? [];
  if (value === undefined) throw new Error(`docs/deploy.md has no ${name}.`);
  return value;
}

/** Returns the variables before the command of docs/backup.md that makes a new base backup. */
function settingsOfPage(): NodeJS.ProcessEnv {
  const [line = ""] = /^PGBACKREST_.+ foyer-backup full$/m.exec(PAGE) ?? [];
  const pairs = [...line.matchAll(/(\w+)=(\w+)/g)].map(([, name = "", value = ""]) => [name, value] as const);
  if (pairs.length === 0) throw new Error("docs/backup.md has no such command.");
  return Object.fromEntries(pairs);
}

/** Returns the commands of "The way back" of docs/backup.md. */
function wayBackOfPage(): string {
  const [, commands] = /^### The way back$[\s\S]*?```sh\n([\s\S]+?)```/m.exec(PAGE) ?? [];
  if (commands === undefined) throw new Error("docs/backup.md has no way back.");
  return commands;
}

/** Another file system than that of the folders for temporary files, as the place of a backup is. */
const OTHER_DISK = "/dev/shm";

/**
 * A machine of docs/deploy.md in a folder: a cluster of Debian's PostgreSQL that archives its log as the page says, and the shipped files of
 * the backup with paths of the folder. Needs root, as the commands of the page do.
 */
export async function createMachine(folder: string) {
  if (process.getuid?.() !== 0) throw new Error("The commands of docs/backup.md are for root: run this as root.");
  chmodSync(folder, 0o755);
  const [version = ""] = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(b) - Number(a));
  const port = await freePort();
  const place = mkdtempSync(join(OTHER_DISK, "foyer-place-"));
  const paths = {
    "/etc/foyer": join(folder, "etc-foyer"),
    "/var/lib/foyer": join(folder, "var-lib-foyer"),
    "/var/lib/prometheus/node-exporter": join(folder, "metrics"),
    "/run/lock/foyer-backup": join(folder, "lock"),
    "/run/lock/pgbackrest": join(folder, "locks"),
    "/mnt/backup/foyer": place,
  };
  const data = join(folder, version, NAME);
  const sockets = join(folder, "sockets");
  const config = join(folder, "pgbackrest.conf");
  const programs = join(folder, "backup");
  const env = { PG_CLUSTER_CONF_ROOT: join(folder, "clusters"), PGBACKREST_CONFIG: config };
  const own = (text: string) =>
    Object.entries(paths).reduce((changed, [shipped, path]) => changed.replaceAll(shipped, path), text);

  for (const path of [programs, join(folder, "metrics"), join(folder, "clusters")])
    mkdirSync(path, { recursive: true });
  for (const path of [sockets, join(folder, "locks"), place]) {
    mkdirSync(path, { recursive: true });
    await run("chown", ROLE, path);
  }
  for (const name of readdirSync(DEPLOY)) {
    writeFileSync(join(programs, name), own(readFileSync(join(DEPLOY, name), "utf8")));
    chmodSync(join(programs, name), 0o755);
  }
  writeFileSync(config, configWith(KEY));
  await createCluster();
  for (const name of ["archive_mode", "archive_timeout", "archive_command"])
    await query(`ALTER SYSTEM SET ${name} = '${settingOfPage(name)}'`);
  await run("pg_ctlcluster", version, NAME, "restart");
  await asPostgres("pgbackrest", "--stanza=foyer", "stanza-create");

  async function createCluster(): Promise<void> {
    await run("pg_createcluster", "--datadir", data, "--socketdir", sockets, "--port", `${port}`, version, NAME);
    const settings = join(folder, "clusters", version, NAME);
    mkdirSync(join(settings, "conf.d"), { recursive: true });
    writeFileSync(join(settings, "environment"), `PGBACKREST_CONFIG = '${config}'\n`);
    writeFileSync(join(settings, "conf.d", "test.conf"), "listen_addresses = ''\nfsync = off\n");
    writeFileSync(join(settings, "pg_hba.conf"), "local all all trust\n");
    await run("pg_ctlcluster", version, NAME, "start");
  }

  function configWith(key: string): string {
    return own(readFileSync(join(DEPLOY, "pgbackrest.conf"), "utf8"))
      .replace(/^repo1-cipher-pass=.*$/m, `repo1-cipher-pass=${key}`)
      .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-socket-path=${sockets}\npg1-port=${port}`);
  }

  async function run(program: string, ...parameters: readonly string[]): Promise<string> {
    const { code, output } = await ended(env, program, ...parameters);
    if (code !== 0) throw new Error(`${program} ${parameters.join(" ")} ended with ${code}:\n${output}`);
    return output;
  }

  function asPostgres(...command: readonly string[]): Promise<string> {
    return run("runuser", "-u", ROLE, "--", ...command);
  }

  async function query(text: string): Promise<string> {
    const options = ["--no-psqlrc", "--tuples-only", "--no-align", "--command", text];
    return (await asPostgres("psql", "--host", sockets, "--port", `${port}`, ...options)).trim();
  }

  return {
    /** Where the place, the files and the measurements are. */
    place,
    secrets: paths["/etc/foyer"],
    programFiles: paths["/var/lib/foyer"],
    metrics: paths["/var/lib/prometheus/node-exporter"],
    data,
    url: `postgres://${ROLE}@/foyer?host=${encodeURIComponent(sockets)}&port=${port}`,
    query,
    connection: ["--host", sockets, "--port", `${port}`],
    asPostgres,
    backup: (...parameters: readonly string[]) => ended(env, join(programs, "foyer-backup"), ...parameters),
    /** Makes a new base backup and deletes all before it, by the command of docs/backup.md. */
    backUpAnew: () => ended({ ...env, ...settingsOfPage() }, join(programs, "foyer-backup"), "full"),
    restore: (...parameters: readonly string[]) => ended(env, join(programs, "foyer-restore"), ...parameters),
    /** Swaps the database for the oldest one that was put aside, by the commands of docs/backup.md. Its last command makes a base backup. */
    async wayBack(): Promise<Ended> {
      const [oldest = ""] = globSync(`${data}.before-*`).toSorted();
      const commands = wayBackOfPage()
        .replaceAll("/var/lib/postgresql/15/main.before-…", oldest)
        .replaceAll("/var/lib/postgresql/15/main", data)
        .replaceAll("15 main", `${version} ${NAME}`)
        .replaceAll("foyer-backup", join(programs, "foyer-backup"));
      return ended(env, "sh", "-ec", commands);
    },
    /** Runs work with another configuration of pgbackrest, whose key or other lines are changed. */
    async withConfig<T>(changed: (text: string) => string, work: () => Promise<T>): Promise<T> {
      writeFileSync(config, changed(configWith(KEY)));
      return work().finally(() => writeFileSync(config, configWith(KEY)));
    },
    /** Becomes a new machine after steps 1 and 2 of docs/deploy.md: an empty cluster and no files, but the configuration with place and key. */
    async becomeNew(): Promise<void> {
      await run("pg_dropcluster", "--stop", version, NAME);
      for (const path of [paths["/etc/foyer"], paths["/var/lib/foyer"]]) rmSync(path, { recursive: true });
      await createCluster();
    },
    async stop(): Promise<void> {
      await ended(env, "pg_ctlcluster", version, NAME, "stop", "--mode", "immediate");
      rmSync(place, { recursive: true, force: true });
    },
  };
}

type Difference = { readonly attempt: string; readonly here: string | null };

/** Runs the comparison of docs/backup.md with the processor's ledger as its list of charges. */
export async function comparedWithLedger(pool: Db, entries: readonly LedgerEntry[]): Promise<readonly Difference[]> {
  const [, table = ""] = /(CREATE TEMPORARY TABLE charge [^;]+);/.exec(PAGE) ?? [];
  const [, comparison = ""] = /(SELECT charge\.\*[^;]+);/.exec(PAGE) ?? [];
  const captured = new Map(entries.filter(({ kind }) => kind === "capture").map((entry) => [entry.attempt, entry]));
  const rows = [...captured.values()].map(
    ({ attempt, amount }) => [attempt, Math.round(Number(amount) * 100)] as const,
  );
  return pool.transaction(async (tx) => {
    await tx.query(table);
    await tx.query(
      "INSERT INTO charge SELECT attempt, minor, 'AUD', 'captured' FROM unnest($1::text[], $2::bigint[]) AS c (attempt, minor)",
      [rows.map(([attempt]) => attempt), rows.map(([, minor]) => minor)],
    );
    return tx.query<Difference>(comparison);
  });
}
