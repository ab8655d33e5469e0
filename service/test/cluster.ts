import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { Socket } from "node:net";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import type { DbTimeouts } from "#src/platform/store/connections.ts";
import { openPool, type Pool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";

export type TestDatabase = { readonly db: Pool; readonly url: string; readonly drop: () => Promise<void> };

const TEMPLATE = "foyer_template";

/** Starts an embedded server and prints its address. It is a separate process, since service and scripts share no code. */
const POSTGRES = fileURLToPath(new URL("../sandbox/postgres/main.ts", import.meta.url));

/** The address of the run's cluster. TEST_DATABASE_URL names another server, to test any PostgreSQL. */
const ADDRESS = "FOYER_TEST_CLUSTER";

let stop: (() => Promise<void>) | undefined;

/** `node --test --test-global-setup=service/test/cluster.ts` calls this once, before any test file. */
export async function globalSetup(): Promise<void> {
  const { url, end, release } = await startCluster();
  release();
  process.env[ADDRESS] = url;
  stop = end;
}

export async function globalTeardown(): Promise<void> {
  // The report is printed: of a fault from here on the runner would set the exit code, and say nothing.
  for (const kind of ["uncaughtException", "unhandledRejection"] as const)
    process.on(kind, (fault: unknown) => {
      console.error(fault);
      process.exitCode = 1;
    });
  await stop?.();
  stop = undefined;
}

/** Creates a migrated, empty database. A single file that runs by itself gets its own cluster. */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = process.env[ADDRESS] ?? (await ownCluster());
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Half the processor time of the default, which writes each page of the template to the log.
  await asAdministrator(cluster, (db) => db.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`));

  const url = withDatabase(cluster, name);
  const db = openPool(url, undefined, PATIENT);
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      await asAdministrator(cluster, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** Starts a cluster that ends with the process: a hook after the file could run before the hooks that drop databases. */
async function ownCluster(): Promise<string> {
  const { url, release } = await startCluster();
  process.env[ADDRESS] = url;
  release();
  return url;
}

type Cluster = {
  readonly url: string;
  readonly end: () => Promise<void>;
  /** Lets this process end while the cluster runs. The cluster is then cleared away. */
  readonly release: () => void;
};

/** Ends a server, which may have ended by itself between the end of its supervisor and that of this process. */
function quit(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT");
  } catch (fault) {
    if (!(fault instanceof Error && "code" in fault && fault.code === "ESRCH")) throw fault;
  }
}

async function startCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) {
    await makeTemplate(given);
    return { url: given, end: async () => {}, release: () => {} };
  }
  const folder = makeDatabaseFolder("foyer-test-");
  const supervisor = spawn(process.execPath, [POSTGRES, "--throwaway"], {
    env: { ...process.env, FOYER_DATA: folder },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(supervisor, "exit").then(() => {
    throw new Error("The embedded PostgreSQL has ended. See its output above.");
  });
  ended.catch(() => {});
  const [line] = await Promise.race([once(createInterface({ input: supervisor.stdout }), "line"), ended]);
  const server: { url: string; pid: number } = JSON.parse(String(line));
  // An interrupted run is cleaned up too.
  const clearAway = () => {
    supervisor.kill("SIGKILL");
    quit(server.pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once("exit", clearAway);
  await makeTemplate(server.url);
  return {
    url: server.url,
    end: async () => {
      supervisor.stdin.end();
      await ended.catch(() => {});
      process.off("exit", clearAway);
      // On a busy machine a backend may write its last file after its server has ended.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
    release: () => {
      supervisor.unref();
      // Pipes are sockets, which their types do not say.
      for (const pipe of [supervisor.stdin, supervisor.stdout]) if (pipe instanceof Socket) pipe.unref();
    },
  };
}

async function makeTemplate(cluster: string): Promise<void> {
  await asAdministrator(cluster, async (db) => {
    await db.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await db.query(`CREATE DATABASE ${TEMPLATE}`);
  });
  await asAdministrator(withDatabase(cluster, TEMPLATE), async (db) => {
    await migrate(db);
    await installMessageQueue(db);
  });
}

async function asAdministrator(url: string, work: (db: Pool) => Promise<unknown>): Promise<void> {
  const db = openPool(url, 1, PATIENT);
  await work(db);
  await db.close();
}

function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

/** Where Linux keeps files in memory. */
const IN_MEMORY = "/dev/shm";
/** A run's databases and logs take a few hundred MiB. Containers often have 64 MiB there. */
const ROOM_MIN_BYTES = 2 * 1024 ** 3;
const FREE_MEMORY_MIN_BYTES = 4 * 1024 ** 3;

/**
 * Creates a folder for the data of a throwaway database server, in memory where there is room. A copy of the template has eight hundred
 * files, and to create and remove those on a disk takes ten times the processor time.
 */
export function makeDatabaseFolder(prefix: string, { onDisk = false } = {}): string {
  const folder = mkdtempSync(join(!onDisk && hasRoomInMemory() ? IN_MEMORY : tmpdir(), prefix));
  // When run as root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_MIN_BYTES && freemem() >= FREE_MEMORY_MIN_BYTES;
  } catch {
    return false;
  }
}

/** Long timeouts for tests of concurrency, so that a slow machine does not cause "busy" answers. */
export const PATIENT: DbTimeouts = { statementMs: 120_000, lockMs: 120_000, connectMs: 120_000, idleMs: 10_000 };
