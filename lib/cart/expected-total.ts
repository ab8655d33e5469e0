import type { CartSale } from "#lib/ticketing/model/cart.ts";
import { addMoney, type Money, timesMoney } from "#lib/ticketing/model/money.ts";
import type { SelectionLine } from "#lib/ticketing/model/selection.ts";

/** Returns the picker's prices as its form sends them back: "AUD 12:4850 13:3000". */
export function shownPrices(tickets: readonly { readonly id: number; readonly price: Money }[]): string {
  return [tickets[0]?.price.currency ?? "", ...tickets.map(({ id, price }) => `${id}:${price.minor}`)].join(" ");
}

/**
 * Returns what the visitor expects to pay before savings: the prices shown beside the selected tickets, and the rest of
 * the Cart. Returns `undefined` where the page sent no prices.
 */
export function expectedTotal(
  shown: string | undefined,
  wanted: readonly SelectionLine[],
  others: readonly Pick<CartSale, "total" | "lines">[],
): Money | undefined {
  const [currency = "", ...pairs] = shown?.split(" ") ?? [];
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const prices = new Map(pairs.map((pair) => pair.split(":").map(Number) as [number, number]));
  const parts = wanted.map(({ ticketTypeId, quantity }) => {
    const minor = prices.get(ticketTypeId);
    return minor !== undefined && Number.isSafeInteger(minor) ? timesMoney({ minor, currency }, quantity) : undefined;
  });
  const before = others.flatMap(({ total, lines }) => (lines.length > 0 ? lines.map((line) => line.total) : [total]));
  const all = [...parts, ...before];
  const isKnown = all.every((part) => part?.currency === currency);
  if (!isKnown) return undefined;
  return all.reduce<Money>((sum, part) => (part ? addMoney(sum, part) : sum), { minor: 0, currency });
}
