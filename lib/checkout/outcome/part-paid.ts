import "server-only";

import { paidKeysOf, type SaleResult } from "#lib/purchase/attempt.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { mayShowTickets } from "#lib/purchase/payment-owner.ts";
import { readSales, type SaleRead, saleResultsOf } from "#lib/purchase/read-sales.ts";
import type { Purchase } from "#lib/session/purchase/purchase-cookie.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";

/** One sale on the receipt. `released`: removed since. `checking`: its payment is being checked. */
export type PartPaidRow = Omit<SaleResult, "result"> & {
  readonly result: SaleResult["result"] | "released" | "checking";
};

type PartPaid = {
  readonly rows: readonly PartPaidRow[];
  readonly paidKeys: readonly string[];
  /** The sum of the paid sales, which is what was charged. */
  readonly charged: Money | undefined;
  /** Something can still be paid or removed. */
  readonly isOpen: boolean;
  /** This browser paid; another one must enter the Buyer's email first. */
  readonly isOwn: boolean;
};

/**
 * Returns the outcome of a Cart that was paid in part, from the present state of its sales. The attempt adds the reasons, and
 * the names of sales that no longer exist. Returns `undefined` where no part of this Cart was paid.
 */
export async function partPaidOf(purchase: Purchase): Promise<PartPaid | undefined> {
  const attempt = await findAttempt(purchase.cartId);
  const results = attempt?.results ?? [];
  const waiting = purchase.reservations.map(({ key }) => key);
  const keys = [...new Set([...(purchase.paidKeys ?? []), ...results.map(({ key }) => key), ...waiting])];
  const reads = await readSales(keys);
  const known = [...results, ...purchase.reservations];
  const seenPaid = new Set([...(purchase.paidKeys ?? []), ...paidKeysOf(attempt)]);
  const rows = saleResultsOf(reads, known).map((end): PartPaidRow => {
    const earlier = results.find(({ key }) => key === end.key);
    const read = reads.find(({ key }) => key === end.key)?.read;
    return { ...end, result: shownResult(end, { read, earlier, waiting, isSeenPaid: seenPaid.has(end.key) }) };
  });
  const paid = rows.filter((row) => row.result === "paid");
  const paidKeys = new Set([...seenPaid, ...paid.map(({ key }) => key)]);
  if (paidKeys.size === 0) return undefined;
  return {
    rows: [...paid, ...rows.filter((row) => !paid.includes(row))],
    paidKeys: [...paidKeys],
    charged: sumOf(paid),
    isOwn: mayShowTickets(purchase, attempt, [...paidKeys]),
    isOpen: rows.some((row) => waiting.includes(row.key) && row.result !== "paid" && row.result !== "returned"),
  };
}

type Known = {
  readonly read: SaleRead["read"] | undefined;
  readonly earlier: SaleResult | undefined;
  /** Keys that are still in the purchase. */
  readonly waiting: readonly string[];
  readonly isSeenPaid: boolean;
};

/** Returns the result to show for one sale, from its present state and what was recorded. */
function shownResult(end: SaleResult, { read, earlier, waiting, isSeenPaid }: Known): PartPaidRow["result"] {
  // A sale that was seen paid stays paid, also when it cannot be read for a moment.
  if (read === "unreadable" && isSeenPaid) return "paid";
  if (read === "PROCESSING" || read === "unreadable") return "checking";
  if (end.result === "paid" || end.result === "returned") return end.result;
  // Only a sale that the service has released is shown as released.
  if (!waiting.includes(end.key) && read === "not_found") return "released";
  return end.result === "not_paid" ? (earlier?.result ?? "not_paid") : end.result;
}

function sumOf(paid: readonly PartPaidRow[]): Money | undefined {
  const [first, ...others] = paid.flatMap(({ total }) => total ?? []);
  return first && others.reduce(addMoney, first);
}
