import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { letBuy } from "#e2e/tools/crowd.ts";
import { putOnSale } from "#e2e/tools/large-event.ts";
import { load } from "#e2e/tools/visitor.ts";
import type { SandboxAddresses } from "#scripts/sandbox/addresses.ts";
import { missingPrograms } from "#scripts/testing/edge.ts";
import { startBenchEdge } from "./bench-edge.ts";
import { cpuMsOf, listeningAt } from "./cpu-time.ts";
import { median, p95, type Row } from "./report.ts";

const BUYERS = [12, 50];
const WARM_UP_SECONDS = 5;
const SECONDS = 20;
const VIEW_EVERY_MS = 100;

export type BenchedShop = SandboxAddresses & { readonly databaseUrl: string };

/**
 * Measures whole purchases through the shop by buyers without a script, of one ticket of one event: event page, reserve, details, pay, order
 * page. Each buyer has a network of their own, and starts again once they have their ticket. The storefront must trust one proxy. The
 * shop of an earlier release is measured in turns with it.
 */
export async function benchShop(shop: BenchedShop, earlier?: BenchedShop): Promise<readonly Row[]> {
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  try {
    for (const one of earlier ? [earlier, shop] : [shop]) opened.push(await open(one));
    for (const one of opened) await purchases(one, { buyers: BUYERS[0] ?? 1, seconds: WARM_UP_SECONDS });
    const rows: Row[] = [];
    for (const buyers of BUYERS) {
      const measured: (readonly Row[])[] = [];
      for (const one of opened) measured.push(await measure(one, buyers));
      rows.push(...besideEarlier(measured.at(-1) ?? [], earlier && measured[0]));
    }
    return rows;
  } finally {
    for (const { edge } of opened) await edge?.close();
  }
}

type OpenShop = {
  readonly shop: BenchedShop;
  /** The page of the event on sale. */
  readonly path: string;
  /** The shipped nginx in front of the shop, where nginx is installed. */
  readonly edge: Awaited<ReturnType<typeof startBenchEdge>> | undefined;
};

async function open(shop: BenchedShop): Promise<OpenShop> {
  const hasNginx = missingPrograms(["nginx"]).length === 0;
  return {
    shop,
    path: `/en/events/${await putOnSale(shop)}`,
    edge: hasNginx ? await startBenchEdge({ storefront: new URL(shop.storefront), ca: shop.ca }) : undefined,
  };
}

/** Adds to each row what the earlier release had. */
function besideEarlier(rows: readonly Row[], earlier: readonly Row[] = []): readonly Row[] {
  return rows.map((row, at) => {
    const before = earlier[at];
    return before ? { ...row, note: `${row.note}  EARLIER ${before.measured}  ${before.note}` } : row;
  });
}

async function measure(opened: OpenShop, buyers: number): Promise<readonly Row[]> {
  const { storefront, service, processor, databaseUrl } = opened.shop;
  const programs = {
    storefront: listeningAt(new URL(storefront).port),
    PostgreSQL: [postmasterOf(databaseUrl)],
    service: listeningAt(new URL(service).port),
    processor: listeningAt(new URL(processor).port),
  };
  const times = () => Object.values(programs).map(cpuMsOf);
  const before = times();
  const run = await purchases(opened, { buyers, seconds: SECONDS });
  const each = times().map((ms, at) => (ms - (before[at] ?? 0)) / run.paid);
  const shares = Object.keys(programs).map((name, at) => `${name} ${each[at]?.toFixed(0)}`);
  return [
    {
      what: `purchases per second through the shop, ${buyers} buyers`,
      measured: (run.paid / run.seconds).toFixed(1),
      aim: "≥ 15",
      note: `load ${loadavg()[0]?.toFixed(1)}`,
    },
    {
      what: "CPU per purchase, all programs",
      measured: `${each.reduce((sum, ms) => sum + ms, 0).toFixed(0)} ms`,
      aim: "≤ 100",
      note: shares.join(", "),
    },
    {
      what: "Pay until the order page, p95",
      measured: seconds(p95(run.payMs)),
      aim: "≤ 2.0 s",
      note: `median ${seconds(median(run.payMs))}`,
    },
    {
      what: "the event page meanwhile, p95",
      measured: `${p95(opened.edge ? run.edgeViewMs : run.viewMs).toFixed(0)} ms`,
      aim: "≤ 150 ms behind nginx",
      note: opened.edge ? `without nginx ${p95(run.viewMs).toFixed(0)} ms` : "without nginx",
    },
    {
      what: "buyers who failed, reserved or not",
      measured: String(run.failed.length),
      aim: "0",
      note: run.failed[0] ?? "",
    },
    { what: "answers of 500 and more after a reservation", measured: String(run.errorsInside), aim: "0", note: "" },
    {
      what: "tries refused before reserving",
      measured: String(run.refusals),
      aim: "any",
      note: "each asked to come back",
    },
  ];
}

/** Lets so many buyers buy for a time, while the event's page is viewed. */
async function purchases(
  { shop: { storefront: origin, goodCard: card, ca }, path, edge }: OpenShop,
  { buyers, seconds }: { readonly buyers: number; readonly seconds: number },
) {
  const until = Date.now() + seconds * 1_000;
  const [crowd, viewMs, edgeViewMs] = await Promise.all([
    letBuy({ origin, path, card, buyers, seconds }),
    timesOfViews(new URL(path, origin), { until }),
    edge ? timesOfViews(new URL(path, edge.url), { until, ca: readFileSync(ca) }) : [],
  ]);
  return { ...crowd, viewMs, edgeViewMs };
}

/** Views a page again and again, and returns how long each view took in ms. */
async function timesOfViews(
  url: URL,
  { until, ca }: { readonly until: number; readonly ca?: Buffer },
): Promise<readonly number[]> {
  const times: number[] = [];
  while (Date.now() < until) {
    const begun = performance.now();
    await load(url, { ca, headers: { "x-forwarded-for": "10.0.0.1" } });
    times.push(performance.now() - begun);
    await pause(VIEW_EVERY_MS);
  }
  return times;
}

/** The embedded PostgreSQL listens at a socket in its folder, beside the one with its process id. */
function postmasterOf(databaseUrl: string): string {
  const [, socket = ""] = /[?&]host=([^&]+)/.exec(databaseUrl) ?? [];
  const file = join(dirname(decodeURIComponent(socket)), "cluster", "postmaster.pid");
  return readFileSync(file, "utf8").split("\n")[0] ?? "";
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
