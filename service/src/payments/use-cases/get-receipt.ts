import type { Admission } from "#src/admissions/domain/admission.ts";
import { listWholeAdmissions } from "#src/admissions/store/admissions.ts";
import type { OpenChoice } from "#src/payments/domain/cancellation.ts";
import type { Transaction } from "#src/payments/domain/payment.ts";
import type { BuyerRequest, Refund } from "#src/payments/domain/refund.ts";
import { listOpenChoices } from "#src/payments/store/choices.ts";
import { findReceiptParts } from "#src/payments/store/receipts.ts";
import { listRequestsOfSale } from "#src/payments/store/refund-requests.ts";
import { listRefunds } from "#src/payments/store/refunds.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import type { SourceOfSale } from "#src/reservations/domain/source.ts";
import { findSource } from "#src/reservations/store/sources.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";

/** A sale with its payments, refunds and admissions. */
export type Receipt = {
  readonly sale: Sale;
  readonly admissions: readonly Admission[];
  readonly transactions: readonly Transaction[];
  /** Those under way or made, without refused ones, the oldest first. */
  readonly refunds: readonly Refund[];
  /** What the buyer asked for outside the refund policy, the oldest first. */
  readonly requests: readonly BuyerRequest[];
  /** What the buyer may choose for tickets of cancelled dates. */
  readonly choices: readonly OpenChoice[];
  /** Its cancelled dates whose tickets are being refunded without a request. */
  readonly refundingDateIds: readonly number[];
  /** The codes of its cart. */
  readonly codes: readonly CodeAnswer[];
  /** Where its buyer came from, for callers with ORDERS. Null: nothing is known. */
  readonly source?: SourceOfSale | null;
};

export async function getReceipt(
  runtime: Runtime,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<Receipt | undefined> {
  const sale = await getSale(runtime, caller, scope);
  if (sale === undefined) return undefined;
  const { id, eventId, codes } = sale;
  const parts = await findReceiptParts(runtime.db, eventId, id);
  const [admissions, refunds, requests, choices, source] = await Promise.all([
    parts.hasAdmissions ? listWholeAdmissions(runtime.db, eventId, id) : [],
    parts.hasRefunds ? listRefunds(runtime.db, eventId, id) : [],
    parts.hasRequests ? listRequestsOfSale(runtime.db, caller.account.id, sale.key) : [],
    parts.mayChoose && sale.status === "CONFIRMED" ? listOpenChoices(runtime.db, eventId, id) : [],
    sourceFor(runtime.db, caller, eventId, id),
  ]);
  return {
    sale,
    admissions,
    transactions: parts.transactions,
    requests,
    choices,
    refundingDateIds: parts.refundingDateIds,
    refunds: refunds.filter(({ state }) => state !== "REFUSED"),
    codes,
    ...source,
  };
}

/** Returns where the buyer of a sale came from, as far as the caller may know it. Click ids are for managers alone. */
async function sourceFor(db: Db, { capabilities }: Caller, eventId: number, saleId: number) {
  if (!capabilities.has("ORDERS")) return {};
  const found = await findSource(db, eventId, saleId);
  if (found === undefined) return { source: null };
  const { clickIds, ...rest } = found;
  return { source: { ...rest, ...(capabilities.has("MANAGE") && { clickIds }) } };
}
