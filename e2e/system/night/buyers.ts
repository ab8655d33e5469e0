import { setTimeout as pause } from "node:timers/promises";
import { nextNetwork } from "#e2e/tools/crowd.ts";
import { alertsIn, isPaid, reachPayment, type Shop } from "#e2e/tools/purchase.ts";
import { until } from "#e2e/tools/until.ts";
import { load, type Seen as Page } from "#e2e/tools/visitor.ts";

/** How long a buyer looks at a page that failed before opening it again. */
const AGAIN_MS = 1_000;
/** A buyer gives up after so many failures of one purchase. */
const FAULTS_MAX = 60;
const VIEW_EVERY_MS = 250;
/** A shop that sells nothing for so long does not sell again. */
const MORE_MS = 5 * 60_000;

/** What buyers saw, from a moment on. Times are in ms. */
export type Seen = {
  readonly payMs: number[];
  readonly viewMs: number[];
  /** When a purchase was paid, by the clock of the process. */
  readonly paidAt: number[];
  /** How often a buyer was asked to wait before reserving. */
  refused: number;
  /** Failures by page and kind: no answer, or one of 500 and more. */
  readonly faults: Map<string, number>;
  /** Purchases that met a failure after the reservation, and were paid after the page was opened again. */
  recovered: number;
  /** Purchases that ended without a ticket although the buyer had reserved. */
  readonly lost: string[];
  /** Views of the event page that failed. */
  viewsFailed: number;
};

type Sale = {
  readonly shop: Pick<Shop, "origin" | "ca">;
  /** The path of the event. */
  readonly path: string;
  readonly card: string;
};

const nothing = (): Seen => ({
  payMs: [],
  viewMs: [],
  paidAt: [],
  refused: 0,
  faults: new Map(),
  recovered: 0,
  lost: [],
  viewsFailed: 0,
});

class SaleEnded extends Error {}

/**
 * Lets buyers without a script buy one ticket after another, each from a network of its own, while one visitor views the event page.
 * A buyer whose page fails opens it again, as people do. `end` lets those with a reservation finish, and returns what all have seen.
 */
export function runBuyers({ shop, path, card }: Sale, buyers: number) {
  const seen = nothing();
  let isOver = false;

  async function buy(): Promise<void> {
    let hasReserved = false;
    let faults = 0;
    const onFault = async (fault: unknown, at: string) => {
      const kind = `${placeOf(at)}: ${kindOf(fault)}`;
      seen.faults.set(kind, (seen.faults.get(kind) ?? 0) + 1);
      hasReserved ||= /\/checkout/.test(at);
      faults += hasReserved ? 1 : 0;
      if ((isOver && !hasReserved) || faults > FAULTS_MAX) throw new SaleEnded(kind);
      await pause(AGAIN_MS);
    };
    const onRefused = () => {
      seen.refused += 1;
      if (isOver) throw new SaleEnded();
    };
    try {
      const { pay, goOn } = await reachPayment({ ...shop, network: nextNetwork(), onFault, onRefused }, path);
      hasReserved = true;
      const pressed = performance.now();
      let order = await pay(card);
      while (!isPaid(order)) {
        await onFault(new Error(wordsOf(order)), "/checkout/pay");
        order = await goOn(order, card);
      }
      seen.payMs.push(performance.now() - pressed);
      seen.paidAt.push(performance.now());
      if (faults > 0) seen.recovered += 1;
    } catch (fault) {
      if (hasReserved) seen.lost.push(String(fault));
    }
  }

  const view = async () => {
    while (!isOver) {
      const begun = performance.now();
      const answer = await load(new URL(path, shop.origin), {
        ca: shop.ca,
        headers: { "x-forwarded-for": nextNetwork() },
      }).catch(() => undefined);
      if (answer?.status === 200) seen.viewMs.push(performance.now() - begun);
      else seen.viewsFailed += 1;
      await pause(VIEW_EVERY_MS);
    }
  };
  const repeat = async () => {
    while (!isOver) await buy();
  };
  const all = [view(), ...Array.from({ length: buyers }, repeat)];

  return {
    /** Resolves once so many more purchases are paid. */
    async more(purchases: number): Promise<void> {
      const wanted = seen.paidAt.length + purchases;
      await until(`${purchases} more purchases are paid`, () => seen.paidAt.length >= wanted, MORE_MS);
    },
    async end(): Promise<Seen> {
      isOver = true;
      await Promise.all(all);
      return seen;
    },
  };
}

/** Names a page that has no tickets, and asks the buyer for something. */
function wordsOf(page: Page): string {
  if (page.url.pathname.endsWith("/pay/checking")) return "being checked";
  if (page.url.pathname.endsWith("/checkout/tickets")) return "asked for the email";
  const [, problem] = /There is a problem *([^.]*\.)/.exec(alertsIn(page).replaceAll(/\s+/g, " ")) ?? [];
  return problem ?? /<h1[^>]*>([^<]*)/.exec(page.html)?.[1] ?? page.url.pathname;
}

function placeOf(path: string): string {
  if (/\/checkout\/pay/.test(path)) return "payment";
  if (/\/checkout/.test(path)) return "details";
  return /\/sales\//.test(path) ? "order" : "event";
}

function kindOf(fault: unknown): string {
  const { message = "", code = "", name = "" } = fault instanceof Error ? (fault as NodeJS.ErrnoException) : {};
  const [, status] = /answered (\d{3})/.exec(message) ?? [];
  return status ?? (name === "TimeoutError" || name === "AbortError" ? "no answer in 30 s" : code || message);
}
