import "server-only";

import type { SaleReading } from "#lib/purchase/payment-status.ts";
import type { GuestAnswers } from "#lib/ticketing/model/buyer.ts";
import type { Answers } from "#lib/ticketing/model/field.ts";
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
