import { setTimeout as pause } from "node:timers/promises";
import { alertsIn, isPaid, reachPayment, type Shop } from "#test/production/purchase.ts";

const POLL_MS = 50;
/** The service allows five payments with a card in ten minutes. */
const TIMES = 5;
/** Three cards for each of three buyers. A browser pays with others. */
const GOOD_CARDS = [
  ["4111 1111 1111 1202", "4111 1111 1111 1509", "4111 1111 1111 1517"],
  ["4111 1111 1111 1525", "4111 1111 1111 1608", "4111 1111 1111 1707"],
  ["4111 1111 1111 1715", "4111 1111 1111 1723", "4111 1111 1111 1731"],
];
/** The processor answers it after 8 s, so that some payment is always under way. */
export const SLOW_CARD = "4111 1111 1111 1301";
/** The cards of four buyers, one for each purchase. One payment with the slow card remains. */
export const CARDS_OF_BUYERS = [
  ...GOOD_CARDS.map((own) => own.flatMap((card) => Array<string>(TIMES).fill(card))),
  Array<string>(TIMES - 1).fill(SLOW_CARD),
];
/** How long a buyer reads a page: most pages are still open when a program is replaced. */
const READ_MS = 1_500;

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
  /** The cards of each buyer, one for each purchase: the service allows few payments with one card. */
  readonly cards: readonly (readonly string[])[];
};

/**
 * Lets buyers without JavaScript buy one ticket after another, each purchase from a network of its own, until `end` is
 * called or their cards are used up. Each finishes the purchase that it has begun.
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
      const end = await (await reachPayment({ ...shop, network, onOutOfDate, read: () => pause(READ_MS) }, path)).pay(
        card,
      );
      if (!isPaid(end)) throw new Error(`A payment led to ${alertsIn(end)}`);
      report.paid += 1;
    } catch (error) {
      report.failures.push(String(error));
    }
  }

  let buying = cards.length;
  const buyers = cards.map(async (own) => {
    for (const card of own) if (!isOver) await buy(card);
    buying -= 1;
  });

  return {
    report,
    /** Resolves once so many more purchases have ended. Throws when the buyers have no cards left. */
    async more(purchases: number): Promise<void> {
      const ended = () => report.paid + report.failures.length;
      for (const until = ended() + purchases; ended() < until; ) {
        if (buying === 0) throw new Error(`The sale ended early: ${JSON.stringify(report)}`);
        await pause(POLL_MS);
      }
    },
    async end(): Promise<SaleReport> {
      isOver = true;
      await Promise.all(buyers);
      return report;
    },
  };
}
