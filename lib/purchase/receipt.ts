import "server-only";

import { addMoney, type Money } from "#lib/domain/money/money.ts";
import { paidKeysOf, type SaleResult } from "#lib/domain/payment/attempt.ts";
import { readSales, type SaleRead } from "#lib/purchase/reconcile/read-sales.ts";
import { saleResultsOf } from "#lib/purchase/reconcile/sale-results.ts";
import { mayShowTickets } from "#lib/session/visit/payment-owner.ts";
import type { Visit } from "#lib/session/visit/visit-cookie.ts";
import { findAttempt } from "#lib/state/attempts.ts";

/** One sale on the receipt. What was let go of since, and what is under way again, are told apart from how it ended. */
export type ReceiptRow = Omit<SaleResult, "result"> & {
  readonly result: SaleResult["result"] | "released" | "checking";
};

export type Receipt = {
  readonly rows: readonly ReceiptRow[];
  readonly paidKeys: readonly string[];
  /** The sum of the paid sales: nothing else was charged. */
  readonly charged: Money | undefined;
  /** Something of it can still be paid, or let go of. */
  readonly isOpen: boolean;
  /** This browser paid; another one is asked for the Buyer's email first. */
  readonly isOwn: boolean;
};

/**
 * Made from what the sales say now, whoever asks and in whichever tab; what was written down when the payment ended
 * gives the reasons, and the names of what is gone. `undefined` where no part of this Cart was paid.
 */
export async function receiptOf(visit: Visit): Promise<Receipt | undefined> {
  const attempt = await findAttempt(visit.cartId);
  const results = attempt?.results ?? [];
  const waiting = visit.reservations.map(({ key }) => key);
  const keys = [...new Set([...(visit.paidKeys ?? []), ...results.map(({ key }) => key), ...waiting])];
  const reads = await readSales(keys);
  const known = [...results, ...visit.reservations];
  const seenPaid = new Set([...(visit.paidKeys ?? []), ...paidKeysOf(attempt)]);
  const rows = saleResultsOf(reads, known).map((end): ReceiptRow => {
    const earlier = results.find(({ key }) => key === end.key);
    const read = reads.find(({ key }) => key === end.key)?.read;
    return { ...end, result: receiptResult(end, { read, earlier, waiting, isSeenPaid: seenPaid.has(end.key) }) };
  });
  const paid = rows.filter((row) => row.result === "paid");
  const paidKeys = new Set([...seenPaid, ...paid.map(({ key }) => key)]);
  if (paidKeys.size === 0) return undefined;
  return {
    rows: [...paid, ...rows.filter((row) => !paid.includes(row))],
    paidKeys: [...paidKeys],
    charged: sumOf(paid),
    isOwn: mayShowTickets(visit, attempt, [...paidKeys]),
    isOpen: rows.some((row) => waiting.includes(row.key) && row.result !== "paid" && row.result !== "returned"),
  };
}

type Known = {
  readonly read: SaleRead["read"] | undefined;
  readonly earlier: SaleResult | undefined;
  /** Keys that the cart still has. */
  readonly waiting: readonly string[];
  readonly isSeenPaid: boolean;
};

/** What to say of one sale, from what it says now and what is known of it. */
export function receiptResult(end: SaleResult, { read, earlier, waiting, isSeenPaid }: Known): ReceiptRow["result"] {
  // Paid is a fact once seen: a sale that cannot be read for a moment is paid all the same.
  if (read === "unreadable" && isSeenPaid) return "paid";
  if (read === "PROCESSING" || read === "unreadable") return "checking";
  if (end.result === "paid" || end.result === "returned") return end.result;
  // Let go of is what the service has let go of: one that it still has was not, whatever the visitor asked.
  if (!waiting.includes(end.key) && read === "not_found") return "released";
  return end.result === "not_paid" ? (earlier?.result ?? "not_paid") : end.result;
}

function sumOf(paid: readonly ReceiptRow[]): Money | undefined {
  const [first, ...others] = paid.flatMap(({ total }) => total ?? []);
  return first && others.reduce(addMoney, first);
}
