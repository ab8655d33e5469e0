import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeCertificates } from "#setup/certificates.ts";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { type Db, openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { PATIENT } from "#test/cluster.ts";
import { freePort, type LedgerEntry } from "#test/programs.ts";
import { startRestartableCluster } from "#test/restartable-cluster.ts";
import { startLink } from "./cuts/cutting-proxy.ts";
import { type Killable, killableProgram } from "./killable.ts";

/** What a run kills. The database is stopped at once (SIGQUIT), or its first process is killed. */
export const VICTIMS = ["service", "worker", "processor", "database", "postmaster"] as const;
export type Victim = (typeof VICTIMS)[number];

/** The connections that can be cut: of buyers to the service, and of the service and the worker to what they call. */
export type Link = "service" | "processor" | "database";

export type Entry = LedgerEntry & { readonly payment: string; readonly refund?: string };

/** The programs of a whole system as processes of their own, on a database server of its own. */
export type KillSystem = {
  readonly db: Db;
  readonly ledger: () => Promise<readonly Entry[]>;
  readonly address: string;
  readonly ca: string;
  /** The folder of logs and certificates. */
  readonly folder: string;
  readonly kill: (victim: Victim) => Promise<void>;
  /** Starts what was killed, and returns when all of it works. */
  readonly start: (victims: readonly Victim[]) => Promise<void>;
  /** The ids of the processes of service and worker. */
  readonly pids: () => Readonly<Record<"service" | "worker", number>>;
  readonly faults: () => readonly string[];
  /** Cuts the connections that are open on the links. */
  readonly cutOpen: () => void;
  readonly close: () => Promise<void>;
};

type Options = {
  /** The folder of the service's package. */
  readonly service: string;
  readonly isDurable?: boolean;
  /** Parameters of Node for service and worker. */
  readonly nodeOptions?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Links that break off, each with the number of bytes of its next connection, or `undefined` for one that stays. */
  readonly cuts?: Readonly<Partial<Record<Link, () => number | undefined>>>;
  /** The folder of the database, on a disk of its own. */
  readonly databaseFolder?: string;
  /** Variables of the database server. */
  readonly databaseEnv?: Readonly<Record<string, string>>;
};

const SECRET = "a secret of the tests";
/** Short enough that reservations expire during a run. */
const HOLD_SECONDS = "5";
const TEST_CARDS = ["1111", "1103", "1400", "1418", "1434", "1442", "1616", "1624"].map((end) => `411111111111${end}`);
const AGAIN_MS = 50;
const READY_MS = 60_000;

/** Starts database, processor, service and worker. */
export async function openKillSystem({
  service,
  isDurable = false,
  settings,
  nodeOptions = [],
  cuts = {},
  databaseFolder,
  databaseEnv,
}: Options): Promise<KillSystem> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-kills-"));
  const tls = join(folder, "tls");
  await makeCertificates(tls, new Date());
  const ca = readFileSync(join(tls, "ca.pem"), "utf8");
  const cluster = await startRestartableCluster({
    isDurable,
    ...(databaseFolder && { at: databaseFolder }),
    ...(databaseEnv && { env: databaseEnv }),
  });
  const pool = openPool(cluster.url(), 4, PATIENT);
  await migrate(pool);
  await installMessageQueue(pool);

  const [port, processorPort] = [await freePort(), await freePort()];
  const ends = { folder, port, processorPort, databaseUrl: cluster.url() };
  const links = await Promise.all(Object.entries(cuts).map(([link, limit]) => startLink(link as Link, limit, ends)));
  const reached = { servicePort: port, ...ends, ...Object.assign({}, ...links.map((link) => link.reached)) };
  const env = {
    NODE_ENV: "production",
    FOYER_ENVIRONMENT: "sandbox",
    FOYER_DATA: folder,
    DATABASE_URL: reached.databaseUrl,
    PROCESSOR_URL: `http://127.0.0.1:${reached.processorPort}`,
    PROCESSOR_SECRET: SECRET,
    CARD_KEY: "a key for the cards of the run's buyers",
    TEST_CARDS: TEST_CARDS.join(),
    HOLD_SECONDS,
    ...settings,
  };
  const main = join(service, "src", "main.ts");
  const part = (name: string, more: NodeJS.ProcessEnv) => ({
    name,
    parameters: [...nodeOptions, main, name === "service" ? "api" : "worker"],
    env: { ...env, ...more },
    log: join(folder, `${name}.log`),
    ready: /\bready\b/,
  });
  const programs: Readonly<Record<"service" | "worker" | "processor", Killable>> = {
    service: killableProgram({ ...part("service", { PORT: String(port) }), ready: () => isReady(port, ca) }),
    worker: killableProgram(part("worker", {})),
    processor: killableProgram({
      name: "processor",
      parameters: [join(import.meta.dirname, "../../sandbox/processor/main.ts")],
      env: { PORT: String(processorPort), PROCESSOR_SECRET: SECRET, FOYER_DATA: folder },
      log: join(folder, "processor.log"),
      ready: /ready/,
    }),
  };

  async function kill(victim: Victim): Promise<void> {
    if (victim === "database") return cluster.crash("SIGQUIT");
    if (victim === "postmaster") return cluster.crash("SIGKILL");
    await programs[victim].kill();
  }

  async function start(victims: readonly Victim[]): Promise<void> {
    if (victims.some(isDatabase)) await cluster.start();
    await Promise.all(
      victims.filter((one) => !isDatabase(one)).map((one) => programs[one as keyof typeof programs].start()),
    );
    // The others find the database again by themselves.
    await untilAnswered(() => pool.query("SELECT 1"));
    await untilTrue(() => isReady(port, ca), "The service is not ready again");
  }

  await start(["processor", "service", "worker"]);
  return {
    address: `https://localhost:${reached.servicePort}/v2`,
    cutOpen: () => links.forEach(({ proxy }) => void proxy.cutOpen()),
    ca,
    folder,
    kill,
    start,
    db: {
      ...pool,
      query: (text, values) => untilAnswered(() => pool.query(text, values)),
    },
    async ledger() {
      const answer = await fetch(`http://127.0.0.1:${processorPort}/_ledger`);
      return ((await answer.json()) as { entries: readonly Entry[] }).entries;
    },
    pids: () => ({ service: programs.service.pid(), worker: programs.worker.pid() }),
    faults: () => Object.values(programs).flatMap((program) => program.faults()),
    async close() {
      await Promise.all(Object.values(programs).map((program) => program.kill()));
      for (const { proxy } of links) proxy.close();
      await pool.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function isDatabase(victim: Victim): boolean {
  return victim === "database" || victim === "postmaster";
}

function isReady(port: number, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(`https://localhost:${port}/ready`, { ca, timeout: 2_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on("error", () => resolve(false));
    asked.on("timeout", () => asked.destroy());
  });
}

/** Asks again while the connection is lost: after a restart the pool still has connections of the old server. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + READY_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > until || !/terminat|ECONN|ENOENT|57P0|starting up|closed/i.test(String(error))) throw error;
      await pause(AGAIN_MS);
    }
  }
}

async function untilTrue(ask: () => Promise<boolean>, otherwise: string): Promise<void> {
  const until = Date.now() + READY_MS;
  while (!(await ask())) {
    if (Date.now() > until) throw new Error(`${otherwise} after ${READY_MS / 1_000} s.`);
    await pause(AGAIN_MS);
  }
}
