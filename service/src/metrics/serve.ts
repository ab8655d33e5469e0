import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { callsOf } from "#src/calls.ts";
import { readOutbox } from "#src/notifications/store/messages.ts";
import { readOpenAttempts } from "#src/payments/store/attempts.ts";
import { countOpenJobs } from "#src/payments/store/refund-jobs.ts";
import { CODES } from "#src/platform/http/reasons.ts";
import type { Db, Pool } from "#src/platform/store/db.ts";
import { countOpenOffers } from "#src/reservations/store/waiting-list/offers.ts";
import type { Serving } from "#src/serve.ts";
import type { Settings } from "#src/settings.ts";
import { type GaugeReader, type Metrics, openMetrics } from "./registry.ts";

/** What a process does: a service answers calls, a worker does the work in the background. */
type Parts = { readonly service: Pick<Serving, "certificate" | "whyNotReady"> | undefined; readonly isWorker: boolean };

/** Starts to measure and to answer Prometheus, or returns `undefined` without an address for it. */
export async function serveMetrics(
  pool: Pool,
  settings: Settings,
  { service, isWorker }: Parts,
): Promise<MetricsListener | undefined> {
  if (settings.metrics === undefined) return undefined;
  const operation = callsOf(settings).map(({ path }) => path);
  const readers = [
    poolReader(pool),
    dataReader(settings.data),
    ...(service ? [certificateReader(service.certificate), readyReader(service.whyNotReady)] : []),
    ...(isWorker ? [stateReader(pool)] : []),
  ];
  return listenForMetrics(
    openMetrics({ operation: [...operation, "/openapi"], code: CODES }, readers),
    settings.metrics,
  );
}

/** The least time between two reads of the database for metrics, however often they are scraped. */
const STATE_READ_MS = 5_000;
const MS_PER_SECOND = 1_000;

/** Reads the connections of a pool. */
function poolReader(pool: Pool): GaugeReader {
  return async (set) => {
    for (const [state, connections] of Object.entries(pool.connections()))
      set("foyer_service_database_connections", connections, { state });
  };
}

/** Reads the free space where the data folder is. Without the folder there is no metric. */
function dataReader(folder: string): GaugeReader {
  return async (set) => {
    const found = await statfs(folder).catch(() => undefined);
    set("foyer_service_data_free_bytes", found && found.bavail * found.bsize);
  };
}

/** Reads when the served certificate expires. The file may already contain a newer one that was not reloaded. */
function certificateReader(served: () => Buffer): GaugeReader {
  return async (set) =>
    set(
      "foyer_service_certificate_end_timestamp_seconds",
      Date.parse(new X509Certificate(served()).validTo) / MS_PER_SECOND,
    );
}

/** Reads what `/ready` answers. A look is kept for a moment, and takes seconds at most. */
export function readyReader(whyNotReady: Serving["whyNotReady"]): GaugeReader {
  return async (set) => set("foyer_service_sale_possible", (await whyNotReady()) === undefined ? 1 : 0);
}

type State = Awaited<ReturnType<typeof readState>>;

/** Reads the metrics that are stored in the database, at most once in `STATE_READ_MS`. When the read fails they are left out. */
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

type MetricsListener = { readonly port: number; readonly stop: () => Promise<void> };

/** Answers `GET /metrics` on a separate address without authentication, so the public must not be able to reach it. */
async function listenForMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      metrics.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
