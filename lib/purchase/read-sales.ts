import "server-only";

import type { SaleResult } from "#lib/purchase/attempt.ts";
import type { SaleReading } from "#lib/purchase/payment-status.ts";
import type { GuestAnswers } from "#lib/ticketing/model/buyer.ts";
import type { SalesPaid } from "#lib/ticketing/model/cart.ts";
import type { Answers } from "#lib/ticketing/model/field.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { Sale } from "#lib/ticketing/model/sale.ts";
import { getSale } from "#lib/ticketing/sales.ts";

/** The reading of one sale. A failed reading is `unreadable`, not an error. */
export type SaleRead = { readonly key: string; readonly read: SaleReading; readonly sale?: Sale };

export async function readSales(keys: readonly string[]): Promise<readonly SaleRead[]> {
  const reads = await Promise.allSettled(keys.map(getSale));
  return reads.map((read, at) => {
    const key = keys[at] ?? "";
    if (read.status === "rejected") return { key, read: "unreadable" };
    return read.value === undefined ? { key, read: "not_found" } : { key, read: read.value.status, sale: read.value };
  });
}

export function readingOf({ read }: SaleRead): SaleReading {
  return read;
}

/** What the Buyer answered to the promoters' questions. */
export type BuyerAnswers = {
  readonly answers: Answers;
  readonly guests: readonly GuestAnswers[];
  readonly acceptedTerms: readonly string[];
};

/** Returns the earlier answers from the sales that can still be read. */
export async function answersBefore(keys: readonly string[]): Promise<BuyerAnswers> {
  const reads = await Promise.allSettled(keys.map(getSale));
  const sales = reads.flatMap((read) => (read.status === "fulfilled" ? (read.value ?? []) : []));
  return {
    answers: Object.assign({}, ...sales.map(({ answers }) => answers)),
    guests: sales.flatMap(({ guests }) => guests),
    acceptedTerms: [...new Set(sales.flatMap(({ termsUrl }) => termsUrl ?? []))],
  };
}

type Known = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly total?: Money;
};

/**
 * Returns the result of each sale, once none is processing. The state of the sale decides; `known` supplies names and amounts
 * of sales that no longer exist, and `reported` the reason why a sale is not paid, where the service gave one.
 */
export function saleResultsOf(
  reads: readonly SaleRead[],
  known: readonly Known[],
  reported?: SalesPaid,
): readonly SaleResult[] {
  return reads.map(({ key, read, sale }) => {
    const before = known.find((one) => one.key === key);
    const total = sale?.total ?? before?.total;
    return {
      key,
      eventId: sale?.eventId || (before?.eventId ?? 0),
      eventName: sale?.eventName || (before?.eventName ?? ""),
      ...(total && { total }),
      result: resultOf(key, read, reported),
    };
  });
}

function resultOf(key: string, read: SaleRead["read"], reported?: SalesPaid): SaleResult["result"] {
  if (read === "CONFIRMED") return "paid";
  if (read === "UNFULFILLED") return "returned";
  if (read === "not_found") return "reservation_expired";
  if (reported?.refusedKeys.includes(key)) return "card_refused";
  return reported?.untriedKeys.includes(key) ? "not_tried" : "not_paid";
}
