import { listAdmissions } from "#src/admissions/store/admissions.ts";
import type { OpenChoice } from "#src/payments/domain/cancellation.ts";
import type { Transaction } from "#src/payments/domain/payment.ts";
import type { BuyerRequest, Refund } from "#src/payments/domain/refund.ts";
import { listTransactions } from "#src/payments/store/attempts.ts";
import { listOpenChoices } from "#src/payments/store/choices.ts";
import { listRequestsOfSale } from "#src/payments/store/refund-requests.ts";
import { listRefunds } from "#src/payments/store/refunds.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { listCartCodes } from "#src/reservations/store/cart-codes.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";

/** A sale with its payments, refunds and admissions. */
export type Receipt = {
  readonly sale: Sale;
  readonly admissions: readonly { readonly id: number; readonly name: string }[];
  readonly transactions: readonly Transaction[];
  /** Those under way or made, without refused ones, the oldest first. */
  readonly refunds: readonly Refund[];
  /** What the buyer asked for outside the refund policy, the oldest first. */
  readonly requests: readonly BuyerRequest[];
  /** What the buyer may choose for tickets of cancelled dates. */
  readonly choices: readonly OpenChoice[];
  /** The codes of its cart. */
  readonly codes: readonly CodeAnswer[];
};

export async function getReceipt(
  runtime: Runtime,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<Receipt | undefined> {
  const sale = await getSale(runtime, caller, scope);
  if (sale === undefined) return undefined;
  const [admissions, transactions, refunds, requests, choices, codes] = await Promise.all([
    listAdmissions(runtime.db, sale.eventId, sale.id),
    listTransactions(runtime.db, sale.eventId, sale.id),
    listRefunds(runtime.db, sale.eventId, sale.id),
    listRequestsOfSale(runtime.db, caller.account.id, sale.key),
    sale.status === "CONFIRMED" ? listOpenChoices(runtime.db, sale.eventId, sale.id) : [],
    listCartCodes(runtime.db, sale.cartKey),
  ]);
  return {
    sale,
    admissions,
    transactions,
    requests,
    choices,
    refunds: refunds.filter(({ state }) => state !== "REFUSED"),
    codes,
  };
}
