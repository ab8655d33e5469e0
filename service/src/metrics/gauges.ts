import { X509Certificate } from "node:crypto";
import { statfs } from "node:fs/promises";
import { readOutbox } from "#src/notifications/store/messages.ts";
import { readOpenAttempts } from "#src/payments/store/attempts.ts";
import { countOpenJobs } from "#src/payments/store/refund-jobs.ts";
import type { Db, Pool } from "#src/platform/store/db.ts";
import { countOpenOffers } from "#src/reservations/store/waiting-list/offers.ts";
import type { GaugeReader } from "./registry.ts";

/** The least time between two reads of the database for metrics, however often they are read. */
const STATE_READ_MS = 5_000;
const MS_PER_SECOND = 1_000;

/** Reads the connections of a pool. */
export function poolReader(pool: Pool): GaugeReader {
  return async (set) => {
    for (const [state, connections] of Object.entries(pool.connections()))
      set("foyer_service_database_connections", connections, { state });
  };
}

/** Reads the free space where the data folder is. Without the folder there is no metric. */
export function dataReader(folder: string): GaugeReader {
  return async (set) => {
    const found = await statfs(folder).catch(() => undefined);
    set("foyer_service_data_free_bytes", found && found.bavail * found.bsize);
  };
}

/** Reads when the certificate that is served ends: the file may be a newer one that was not reloaded. */
export function certificateReader(served: () => Buffer): GaugeReader {
  return async (set) =>
    set(
      "foyer_service_certificate_end_timestamp_seconds",
      Date.parse(new X509Certificate(served()).validTo) / MS_PER_SECOND,
    );
}

type State = Awaited<ReturnType<typeof readState>>;

/** Reads what stands in the database, at most once in `STATE_READ_MS`. Without an answer these metrics are left out. */
export function stateReader(db: Db): GaugeReader {
  let state: Promise<State | undefined> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async (set) => {
    if (state === undefined || performance.now() - readAt >= STATE_READ_MS) {
      readAt = performance.now();
      state = readState(db).catch(() => undefined);
    }
    const found = await state;
    set("foyer_service_state_readable", found ? 1 : 0);
    set("foyer_service_payments_open", found?.attempts.open);
    set("foyer_service_payments_open_oldest_seconds", found?.attempts.oldestSeconds);
    set("foyer_service_messages_waiting", found?.outbox.waiting);
    set("foyer_service_messages_waiting_oldest_seconds", found?.outbox.oldestSeconds);
    set("foyer_service_messages_dead", found?.outbox.dead);
    set("foyer_service_refund_jobs_running", found?.jobs.running);
    set("foyer_service_refund_job_sales_remaining", found?.jobs.remaining);
    set("foyer_service_waiting_list_offers_open", found?.offers);
  };
}

/** Reads one after another: a scrape takes one connection of the pool, and leaves the others to sales. */
async function readState(db: Db) {
  return {
    attempts: await readOpenAttempts(db),
    outbox: await readOutbox(db),
    jobs: await countOpenJobs(db),
    offers: await countOpenOffers(db),
  };
}
