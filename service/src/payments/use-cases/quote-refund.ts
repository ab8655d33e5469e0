import { paidFor, priceKept } from "#src/payments/domain/paid-cart.ts";
import { readPaidCart } from "#src/payments/store/paid-tickets.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { addMoney, type Money } from "#src/platform/domain/money.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { type RefundOutcome, startRefund } from "./refund.ts";

type RefundQuote = {
  readonly amount: Money;
  /** The tickets that are kept, where they cost other than their share of what was paid. */
  readonly rest:
    | { readonly quantity: number; readonly price: Money; readonly lostSavings: readonly string[] }
    | undefined;
};

type Returns = readonly { readonly saleKey: string; readonly admissionIds: readonly number[] }[];
type QuoteOutcome =
  | { readonly kind: "quote"; readonly quote: RefundQuote }
  | Exclude<RefundOutcome, { readonly kind: "refund" }>;

/**
 * Returns what a buyer's returns give back that are made one after another, without making them: they are started in a transaction
 * that is rolled back, so that exactly this is refunded afterwards.
 */
export async function quoteRefund(runtime: PaymentRuntime, caller: Caller, returns: Returns): Promise<QuoteOutcome> {
  const rollBack = new Error("A quote changes nothing.");
  return retryOnConflict(async () => {
    let quoted: QuoteOutcome | undefined;
    const trying = runtime.db.transaction(async (tx) => {
      quoted = await tryReturns(tx, runtime, caller, returns);
      throw rollBack;
    });
    await trying.catch((error) => {
      if (error !== rollBack) throw error;
    });
    if (quoted === undefined) throw new Error("A rolled back transaction has no outcome.");
    return quoted;
  });
}

async function tryReturns(tx: Db, runtime: PaymentRuntime, caller: Caller, returns: Returns): Promise<QuoteOutcome> {
  const given: Money[] = [];
  let attemptId = "";
  for (const one of returns) {
    const policy = { share: "policy", force: false, notify: false, origin: "BUYER" } as const;
    const outcome = await startRefund(tx, runtime, { caller, ...one, ...policy });
    if (outcome.kind !== "refund") return outcome;
    given.push(outcome.refund.amount);
    attemptId = outcome.refund.attemptId;
  }
  const cart = await readPaidCart(tx, attemptId);
  const kept = cart.tickets.filter(({ isReturned }) => !isReturned);
  const price = priceKept(cart, kept);
  const amount = given.reduce(addMoney);
  const isShare = price === undefined || price.minor === paidFor(kept);
  const rest = isShare
    ? undefined
    : { quantity: kept.length, price: { ...amount, minor: price.minor }, lostSavings: price.lostSavings };
  return { kind: "quote", quote: { amount, rest } };
}
