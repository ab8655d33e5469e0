import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificates } from "#setup/certificates.ts";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { type Db, openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { TEST_PASSWORD } from "#test/asking.ts";
import type { Target } from "#test/bench/https-client.ts";
import { startProgram } from "#test/bench/start-program.ts";
import { COMPILED } from "#test/compiled.ts";
import { freePort } from "#test/free-port.ts";
import type { Entry } from "#test/kills/system.ts";
import { putOnSale } from "#test/on-sale.ts";
import { PATIENT } from "#test/patience.ts";
import { startRestartableCluster } from "#test/restartable-cluster.ts";

/** What buyers buy, and with which credential. */
export type OnSale = {
  readonly target: Target;
  readonly credential: string;
  readonly events: readonly [EventOnSale, ...EventOnSale[]];
};
type EventOnSale = { readonly eventId: number; readonly ticketTypeId: number; readonly price: number };

export type OverloadSystem = OnSale & {
  readonly db: Db;
  readonly ledger: () => Promise<readonly Entry[]>;
  /** Returns the resident memory of the service in MiB; 0 where Linux does not report it. */
  readonly memoryMib: () => number;
  readonly close: () => Promise<void>;
};

/** More than any run can sell, so that nothing is refused as sold out. */
const PLACES = 500_000_000;
const EVENTS = 4;
/** Price and fee of a ticket, and what is taken off at one of the events. */
const PRICE = 47.5;
const SAVING = 10;
const CARD_SECRET = "a secret of the tests";
export const CARD_NUMBER = "4111111111111111";

/**
 * Starts a database, the sandbox processor and the service of this folder, each as a process of its own, and puts events on sale. Neither
 * the processor nor the answer to a payment is delayed: the machine alone limits how many purchases are completed.
 */
export async function openOverloadSystem(service: string): Promise<OverloadSystem> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-overload-"));
  const tls = join(folder, "tls");
  await makeCertificates(tls, new Date());
  const cluster = await startRestartableCluster();
  const db = openPool(cluster.url(), 4, PATIENT);
  await migrate(db);
  await installMessageQueue(cluster.url());
  const { credential, events } = await putEventsOnSale(db);

  const processor = await startProgram(join(import.meta.dirname, "../../processor/test/without-delay.ts"), COMPILED, [
    CARD_SECRET,
    folder,
  ]);
  const api = await startProgram(join(service, "test", "bench", "purchase-service.ts"), {
    ...{ ...COMPILED, NODE_ENV: "production", FOYER_ENVIRONMENT: "sandbox", FOYER_DATA: folder },
    ...{ DATABASE_URL: cluster.url(), PORT: String(await freePort()), TEST_CARDS: CARD_NUMBER },
    ...{ PROCESSOR_URL: `http://127.0.0.1:${processor.port}`, PROCESSOR_SECRET: CARD_SECRET },
    CARD_KEY: "a key for the cards of the run's buyers",
    LOG_LEVEL: "error",
  });
  return {
    target: { url: new URL(`https://localhost:${api.port}/v2`), ca: readFileSync(join(tls, "ca.pem")) },
    ...{ credential, events, db },
    async ledger() {
      const answer = await fetch(`http://127.0.0.1:${processor.port}/_ledger`);
      return ((await answer.json()) as { entries: readonly Entry[] }).entries;
    },
    memoryMib: () => memoryMibOf(api.pid),
    async close() {
      process.kill(api.pid, "SIGKILL");
      process.kill(processor.pid, "SIGKILL");
      await Promise.all([api.stop(), processor.stop()]);
      await db.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function putEventsOnSale(db: Db): Promise<Pick<OnSale, "credential" | "events">> {
  const wish = { sections: [PLACES], types: [{ maximum: PLACES }] };
  const [first, ...others] = await Promise.all(Array.from({ length: EVENTS }, () => putOnSale(db, wish)));
  if (first === undefined) throw new Error("No event is on sale.");
  const { caller } = first;
  await db.query("UPDATE event SET account_id = $1", [caller.account.id]);
  const [user] = await db.query<{ username: string }>(
    "UPDATE account_user SET password_hash = $2 WHERE id = $1 RETURNING username",
    [caller.id, await hashPassword(TEST_PASSWORD)],
  );
  // Carts with a saving share no transactions, so their checkouts wait for connections instead.
  await db.query(
    `INSERT INTO discount (account_id, kind, name, rule_name, enabled, currency, amount_minor, event_ids)
     VALUES ($1, 'ORDER', 'Ten off', 'Ten off', true, 'AUD', $2, ARRAY[$3::bigint])`,
    [caller.account.id, SAVING * 100, first.eventId],
  );
  const toEvent = (price: number, { eventId, ticketTypeIds }: typeof first) => ({
    ...{ eventId, price },
    ticketTypeId: ticketTypeIds[0] ?? 0,
  });
  return {
    credential: `${user?.username}:${TEST_PASSWORD}`,
    events: [toEvent(PRICE - SAVING, first), ...others.map((event) => toEvent(PRICE, event))],
  };
}

function memoryMibOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
