import { type Attempt, paymentAnswer, validatePayment } from "#src/payments/domain/payment.ts";
import { findAttemptByKey, insertAttempt } from "#src/payments/store/attempts.ts";
import { recordCodeUses } from "#src/payments/store/code-uses.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isChecked, isTaken } from "#src/platform/store/faults.ts";
import { hadEffect } from "#src/pricing/domain/code.ts";
import { isPaidOrInPayment, type LockedSale, unpaid } from "#src/reservations/domain/sale.ts";
import { countUses, listCartCodes, markInUse, returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { hasSavingOrCodeEffect, isOutOfDate, lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { findCartState } from "#src/reservations/store/carts.ts";
import { listCancelledTickets, lockSales, moveSales, retakePlaces } from "#src/reservations/store/locked-sales.ts";
import { findCartKey } from "#src/reservations/store/sales.ts";
import { repriceCart } from "#src/reservations/use-cases/cart-price.ts";
import type { CartScope } from "#src/reservations/use-cases/carts.ts";
import { returnExpired } from "#src/stock/store/places.ts";
import { chargedMinor, prepareParts, takeParts } from "./payment-methods.ts";
import { type AttemptRequest, otherMeans, type PaymentOutcome, type PaymentRequest } from "./payment-request.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";

type Opened = { readonly kind: "opened"; readonly attempt: Attempt } | PaymentOutcome;

/**
 * Opens an attempt: LOCKED becomes PROCESSING, committed before the processor is called. A late payment takes its expired
 * places again here, before any money moves, or is refused.
 */
export async function openAttempt(runtime: PaymentRuntime, request: AttemptRequest): Promise<Opened> {
  const opened = await tryToOpen(runtime, request);
  if (opened !== "places_gone") return opened;
  // Expired reservations of other buyers may still occupy places: return those first.
  await returnExpired(runtime.db);
  await returnExpiredUses(runtime.db);
  const again = await tryToOpen(runtime, request);
  return again === "places_gone" ? tooLate(runtime, request) : again;
}

async function tryToOpen(runtime: PaymentRuntime, request: AttemptRequest): Promise<Opened | "places_gone"> {
  try {
    return await runtime.db.transaction((tx) => open(tx, runtime, request));
  } catch (error) {
    if (isChecked(error, "never_oversold") || isChecked(error, "never_used_too_often")) return "places_gone";
    // Another attempt of this cart is open, or was a moment ago.
    if (isTaken(error, "one_open_attempt_per_cart")) return tooLate(runtime, request);
    if (isTaken(error, "one_attempt_per_reference")) return tryToOpen(runtime, request);
    // A concurrent call has used the same idempotency key: the next try finds its attempt.
    if (isTaken(error, "payment_attempt_user_id_cart_key_idempotency_key_idx")) return tryToOpen(runtime, request);
    throw error;
  }
}

async function open(tx: Db, runtime: PaymentRuntime, request: AttemptRequest): Promise<Opened> {
  const { caller, scope, parts, idempotencyKey } = request;
  const isPriced = await lockPriceToPay(tx, runtime, caller, scope);
  const rows = await lockSales(tx, caller.account.id, scope, runtime.limits.latePaySeconds);
  const cartKey = await cartKeyOf(tx, request, rows);
  if (cartKey === undefined) return { kind: "no_such_thing" };

  const fingerprints = fingerprintsOf(runtime, request);
  const earlier =
    idempotencyKey === undefined ? undefined : await findAttemptByKey(tx, caller.id, cartKey, idempotencyKey);
  if (earlier) return replay(earlier, fingerprints);

  const due = validatePayment(rows, parts, caller.account.currency);
  if (!due.ok) return { kind: "answer", answer: due.answer, replayed: false };
  // An event was cancelled since the cart was locked: nothing is charged, and locking the cart again names the event.
  const isOff = (await listCancelledTickets(tx, due.sales)).length > 0;
  if (isOff || (isPriced && (await isPaidApart(tx, runtime, caller, cartKey, due.sales)))) {
    return { kind: "answer", answer: paymentAnswer("WRONG_STATE", due.sales, due.amount), replayed: false };
  }
  const division = { cartKey, amount: due.amount, parts: due.parts };
  const prepared = await prepareParts(tx, runtime, request, division);
  if ("refused" in prepared) {
    if (prepared.refused !== "wrong_amount") return prepared.refused;
    return { kind: "answer", answer: paymentAnswer("WRONG_AMOUNT", due.sales, due.amount), replayed: false };
  }
  const id = runtime.newId();
  const refusal = await takeParts(tx, request, id, { ...division, ...prepared });
  if (refusal) return refusal;
  if (isPriced) await retakeUses(tx, cartKey);

  const late = due.sales.filter(({ holdsStock }) => !holdsStock);
  if (late.length > 0) await retakePlaces(tx, late);
  const reference = runtime.newReference();
  await moveSales(tx, due.sales, ["LOCKED"], "PROCESSING", { reference });
  const attempt = await insertAttempt(tx, {
    id,
    cartKey,
    accountId: caller.account.id,
    userId: caller.id,
    idempotencyKey,
    ...fingerprints,
    amountMinor: due.amount.minor,
    cardMinor: chargedMinor(prepared.parts),
    currency: due.amount.currency,
    parts: prepared.parts,
    sales: due.sales,
    reference,
  });
  if (isPriced) await recordCodeUses(tx, id, cartKey);
  return { kind: "opened", attempt };
}

/** An empty cart exists; a reservation that can no longer be seen does not. */
async function cartKeyOf(
  tx: Db,
  { caller, scope }: PaymentRequest,
  rows: readonly LockedSale[],
): Promise<string | undefined> {
  if ("key" in scope) return rows.find((row) => !row.pastGrace || isPaidOrInPayment(row))?.cartKey;
  if (rows.length > 0) return scope.cartKey;
  return (await findCartState(tx, caller.account.id, scope.cartKey))?.key;
}

type Fingerprints = Pick<Attempt, "fingerprint" | "cardFingerprint">;

/** Returns the keyed hashes of a request. The card's hash leaves out its security code and the name on it. */
function fingerprintsOf(runtime: PaymentRuntime, request: PaymentRequest): Fingerprints {
  const { scope, parts, card } = request;
  const { number, expiryMonth, expiryYear } = card?.reveal() ?? {};
  return {
    fingerprint: runtime.fingerprint(JSON.stringify([scope, parts, card !== undefined, ...otherMeans(request)])),
    cardFingerprint: card && runtime.cardFingerprint(JSON.stringify([number, expiryMonth, expiryYear])),
  };
}

/** A settled attempt keeps no hash of its card, so only the rest of the request is compared. */
function replay(earlier: Attempt, sent: Fingerprints): PaymentOutcome {
  const differs = (stored: string | undefined, other: string | undefined) => stored !== undefined && stored !== other;
  if (differs(earlier.fingerprint, sent.fingerprint)) return { kind: "other_body" };
  if (differs(earlier.cardFingerprint, sent.cardFingerprint)) return { kind: "other_body" };
  if (earlier.answer === undefined) return { kind: "in_flight" };
  return { kind: "answer", answer: earlier.answer, replayed: true, reference: earlier.reference };
}

async function tooLate(runtime: PaymentRuntime, { caller, scope, parts }: PaymentRequest): Promise<PaymentOutcome> {
  return runtime.db.transaction(async (tx) => {
    const rows = await lockSales(tx, caller.account.id, scope, runtime.limits.latePaySeconds);
    const due = validatePayment(rows, parts, caller.account.currency);
    const answer = due.ok ? paymentAnswer("WRONG_STATE", due.sales, due.amount) : due.answer;
    return { kind: "answer", answer, replayed: false };
  });
}

/**
 * Locks the cart's price for the payment and calculates it for what is in the cart now. Returns false when the cart has no
 * price row.
 */
async function lockPriceToPay(tx: Db, runtime: Runtime, { account }: Caller, scope: CartScope): Promise<boolean> {
  const cartKey = "cartKey" in scope ? scope.cartKey : await findCartKey(tx, account.id, scope.key);
  if (cartKey === undefined || !(await lockCartPriceIfAny(tx, account.id, cartKey))) return false;
  if (await isOutOfDate(tx, account.id, cartKey, runtime.limits)) {
    await repriceCart(tx, runtime, { account, cartKey });
  }
  return true;
}

/**
 * Savings and uses of codes belong to the whole cart. A buyer who paid for a part and released the rest would keep savings that
 * the part alone does not get, so a cart with a saving or a code is paid for as a whole.
 */
async function isPaidApart(
  tx: Db,
  { limits }: Runtime,
  { account }: Caller,
  cartKey: string,
  paying: readonly LockedSale[],
): Promise<boolean> {
  if (!(await hasSavingOrCodeEffect(tx, cartKey))) return false;
  const all = unpaid(await lockSales(tx, account.id, { cartKey }, limits.latePaySeconds));
  return all.length > paying.length;
}

/** Claims the uses of codes again for a late payment, like its places. Throws `never_used_too_often` when none are left. */
async function retakeUses(tx: Db, cartKey: string): Promise<void> {
  const codes = await listCartCodes(tx, cartKey);
  const lost = codes.flatMap((one) => {
    return hadEffect(one.result) && !one.hasClaimedUse && one.codeId !== undefined ? [one.codeId] : [];
  });
  if (lost.length === 0) return;
  await countUses(tx, lost, 1);
  await markInUse(tx, cartKey, lost);
}
