import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificates } from "#setup/certificates.ts";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { freePort } from "#test/free-port.ts";
import { putOnSale } from "#test/on-sale.ts";
import { rateOf } from "./clients.ts";
import { openConnection, readBytes, type Target } from "./https-client.ts";
import { openOwnDatabase } from "./own-database.ts";
import { cpuMsOf, cpuMsOfTree, parentOf } from "./program-cpu.ts";
import { purchase } from "./purchase.ts";
import { startProgram } from "./start-program.ts";

/**
 * Measures whole purchases over HTTPS (reserve, lock, pay by card) of one event: 64 buyers at once, one service process, and
 * the sandbox processor in a process of its own. In the same rounds the barest call of the same service, by the same client.
 * PURCHASE_BEFORE names another checkout whose service is measured in the same rounds. Prints one line of JSON. Set DATABASE_URL: the
 * run has a database of its own there, in which nobody sends the messages about the purchases.
 */
const BUYERS = 64;
const ROUNDS = Number(process.env.PURCHASE_ROUNDS ?? 5);
const SECONDS = 4;
const BARE_SECONDS = 2;
/** More than any round can sell. */
const PLACES = 500_000_000;
const USER = "purchase@foyer.example";
const PASSWORD = "for this run only";
const SERVICE = join(import.meta.dirname, "..", "..");

const { db, url: databaseUrl, drop } = await openOwnDatabase(needed("DATABASE_URL"));
const before = process.env.PURCHASE_BEFORE;
const folder = mkdtempSync(join(tmpdir(), "foyer-bench-purchase-"));
const tls = join(folder, "tls");
await makeCertificates(tls, new Date());
const ca = readFileSync(join(tls, "ca.pem"));
const [backend] = await db.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
const postmaster = parentOf(backend?.pid ?? 0) ?? 0;

const { caller, eventId, ticketTypeIds } = await putOnSale(db, { sections: [PLACES], types: [{ maximum: PLACES }] });
await db.query("UPDATE account_user SET username = $2, password_hash = $3 WHERE id = $1", [
  caller.id,
  USER,
  await hashPassword(PASSWORD),
]);
const asked = { credential: `${USER}:${PASSWORD}`, eventId, ticketTypeId: ticketTypeIds[0] ?? 0 };

const ways = {
  after: await startWay(SERVICE),
  ...(before !== undefined && { before: await startWay(join(before, "service")) }),
};
try {
  const rounds: object[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const measured: Record<string, object> = {};
    for (const [name, way] of Object.entries(ways)) {
      measured[name] = { ...(await purchases(way)), bare: await bareCalls(way) };
    }
    // The first round is a warm-up.
    if (round >= 0) rounds.push(measured);
  }
  console.log(JSON.stringify(rounds));
} finally {
  await Promise.all(Object.values(ways).map(({ stop }) => stop()));
  await drop();
  rmSync(folder, { recursive: true, force: true });
}

type Way = Awaited<ReturnType<typeof startWay>>;

/** Starts a processor and a service of this checkout. */
async function startWay(service: string) {
  const secret = "a secret of this run only";
  const processor = await startProgram(join(service, "processor", "test", "without-delay.ts"), {}, [
    secret,
    mkdtempSync(join(folder, "processor-")),
  ]);
  const api = await startProgram(join(service, "test", "bench", "purchase-service.ts"), {
    NODE_ENV: "production",
    PROCESSOR_SECRET: secret,
    FOYER_ENVIRONMENT: "sandbox",
    FOYER_DATA: folder,
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    PROCESSOR_URL: `http://127.0.0.1:${processor.port}`,
    CARD_KEY: "a key for the cards of this run's buyers",
    TEST_CARDS: "4111111111111111",
  });
  const target: Target = { url: new URL(`https://localhost:${api.port}/v2`), ca };
  const stop = async () => {
    await api.stop();
    await processor.stop();
  };
  return { target, api: api.pid, processor: processor.pid, stop };
}

/** Returns the purchases per second, and the CPU time in ms that each costs in each program. */
async function purchases({ target, api, processor }: Way) {
  const connections = await Promise.all(Array.from({ length: BUYERS }, () => openConnection(target)));
  const cpu = () => ({
    service: cpuMsOf(api),
    processor: cpuMsOf(processor),
    database: cpuMsOfTree(postmaster),
    client: cpuMsOf(process.pid),
  });
  const commitsBefore = await commits();
  const start = cpu();
  const rate = await rateOf(BUYERS, SECONDS, async (at) => {
    const connection = connections[at];
    if (connection) await purchase(connection, target, asked);
  });
  const end = cpu();
  const count = rate.count;
  for (const { close } of connections) close();
  const names = ["service", "processor", "database", "client"] as const;
  return {
    ...rate,
    commits: ((await commits()) - commitsBefore) / count,
    cpuMs: Object.fromEntries(names.map((name) => [name, (end[name] - start[name]) / count])),
  };
}

/** Returns the calls per second of the same client to the probe of the service that answers a constant. */
async function bareCalls({ target }: Way): Promise<number> {
  const bare: Target = { ...target, url: new URL("/", target.url) };
  const request = readBytes(bare, { path: "health", credential: asked.credential });
  const connections = await Promise.all(Array.from({ length: BUYERS }, () => openConnection(bare)));
  const { perSecond } = await rateOf(BUYERS, BARE_SECONDS, async (at) => {
    const answer = await connections[at]?.send(request);
    if (answer?.status !== 200) throw new Error(`The probe was answered ${answer?.status}.`);
  });
  for (const { close } of connections) close();
  return perSecond;
}

/** Returns the transactions of this database that have committed, in statistics that may be a second old. */
async function commits(): Promise<number> {
  const [row] = await db.query<{ commits: number }>(
    "SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()",
  );
  return row?.commits ?? 0;
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
