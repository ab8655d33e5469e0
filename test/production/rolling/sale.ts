import { setTimeout as pause } from "node:timers/promises";
import { isPaid, reachPayment, type Shop } from "../purchase.ts";

const POLL_MS = 50;

/** What the buyers of a sale have met. */
export type SaleReport = {
  /** Purchases that were begun. */
  begun: number;
  /** Purchases that ended on the page of a paid order. */
  paid: number;
  /** Forms that another build answered with its page "out of date", after which the buyer filled them in again. */
  outOfDate: number;
  /** Why a purchase did not end so. */
  readonly failures: string[];
};

type Sale = {
  readonly shop: Omit<Shop, "network">;
  /** The path of the event. */
  readonly path: string;
  /** A card for each buyer. */
  readonly cards: readonly string[];
};

/**
 * Lets buyers without JavaScript buy one ticket after another, each purchase from a network of its own, until `end` is
 * called. Each finishes the purchase that it has begun.
 */
export function startSale({ shop, path, cards }: Sale) {
  const report: SaleReport = { begun: 0, paid: 0, outOfDate: 0, failures: [] };
  let isOver = false;

  async function buy(card: string): Promise<void> {
    report.begun += 1;
    const network = `198.51.${100 + Math.floor(report.begun / 250)}.${report.begun % 250}`;
    const onOutOfDate = () => {
      report.outOfDate += 1;
    };
    try {
      const end = await (await reachPayment({ ...shop, network, onOutOfDate }, path)).pay(card);
      if (!isPaid(end)) throw new Error(`A payment led to ${end.url.pathname}.`);
      report.paid += 1;
    } catch (error) {
      report.failures.push(String(error));
    }
  }

  const buyers = cards.map(async (card) => {
    while (!isOver) await buy(card);
  });

  return {
    report,
    /** Resolves once so many more purchases have ended. */
    async more(purchases: number): Promise<void> {
      const ended = () => report.paid + report.failures.length;
      for (const until = ended() + purchases; ended() < until; ) await pause(POLL_MS);
    },
    async end(): Promise<SaleReport> {
      isOver = true;
      await Promise.all(buyers);
      return report;
    },
  };
}
