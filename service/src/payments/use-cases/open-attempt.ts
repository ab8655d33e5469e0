import type { Attempt } from "#src/payments/domain/attempt.ts";
import { paymentAnswer, validatePayment } from "#src/payments/domain/payment.ts";
import { findAttemptByKey } from "#src/payments/store/attempts.ts";
import { recordCodeUses } from "#src/payments/store/code-uses.ts";
import { insertAttempt } from "#src/payments/store/insert-attempt.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isChecked, isTaken } from "#src/platform/store/faults.ts";
import { isBeyondPaying, type SaleRow } from "#src/reservations/domain/sale.ts";
import { returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import { listCancelledTickets, lockSales, moveSales, retakePlaces } from "#src/reservations/store/sale-rows.ts";
import { returnExpired } from "#src/stock/store/return-places.ts";
import { chargedMinor, prepareParts, takeParts } from "./methods/payment-methods.ts";
import type { AttemptRequest, PaymentOutcome, PaymentRequest } from "./payment-request.ts";
import type { PaymentWorld } from "./payment-world.ts";
import { isPaidApart, lockPriceToPay, retakeUses } from "./price-to-pay.ts";

type Opened = { readonly kind: "opened"; readonly attempt: Attempt } | PaymentOutcome;

/**
 * Opens an attempt: LOCKED becomes PROCESSING, committed before the processor is called. A late payment takes its expired
 * places again here, before any money moves, or is refused.
 */
export async function openAttempt(world: PaymentWorld, request: AttemptRequest): Promise<Opened> {
  const opened = await tryToOpen(world, request);
  if (opened !== "places_gone") return opened;
  // Expired reservations of other buyers may still occupy places: return those first.
  await returnExpired(world.db);
  await returnExpiredUses(world.db);
  const again = await tryToOpen(world, request);
  return again === "places_gone" ? tooLate(world, request) : again;
}

async function tryToOpen(world: PaymentWorld, request: AttemptRequest): Promise<Opened | "places_gone"> {
  try {
    return await world.db.transaction((tx) => open(tx, world, request));
  } catch (error) {
    if (isChecked(error, "never_oversold") || isChecked(error, "never_used_too_often")) return "places_gone";
    // Another attempt of this cart is open, or was a moment ago.
    if (isTaken(error, "one_open_attempt_per_cart")) return tooLate(world, request);
    if (isTaken(error, "one_attempt_per_reference")) return tryToOpen(world, request);
    // A concurrent call has used the same key meanwhile: it is found now.
    if (isTaken(error, "payment_attempt_user_id_cart_key_idempotency_key_idx")) return tryToOpen(world, request);
    throw error;
  }
}

async function open(tx: Db, world: PaymentWorld, request: AttemptRequest): Promise<Opened> {
  const { caller, scope, parts, idempotencyKey } = request;
  const isPriced = await lockPriceToPay(tx, world, caller, scope);
  const rows = await lockSales(tx, caller.account.id, scope, world.limits.latePaySeconds);
  const cartKey = await cartKeyOf(tx, request, rows);
  if (cartKey === undefined) return { kind: "no_such_thing" };

  const prints = fingerprintsOf(world, request);
  const earlier =
    idempotencyKey === undefined ? undefined : await findAttemptByKey(tx, caller.id, cartKey, idempotencyKey);
  if (earlier) return replay(earlier, prints);

  const due = validatePayment(rows, parts, caller.account.currency);
  if (!due.ok) return { kind: "answer", answer: due.answer, replayed: false };
  // An event was cancelled since the lock: nothing is charged for it, and another lock names it.
  const isOff = (await listCancelledTickets(tx, due.sales)).length > 0;
  if (isOff || (isPriced && (await isPaidApart(tx, world, caller, cartKey, due.sales)))) {
    return { kind: "answer", answer: paymentAnswer("WRONG_STATE", due.sales, due.amount), replayed: false };
  }
  const division = { cartKey, amount: due.amount, parts: due.parts };
  const prepared = await prepareParts(tx, world, request, division);
  if ("refused" in prepared) {
    if (prepared.refused !== "wrong_amount") return prepared.refused;
    return { kind: "answer", answer: paymentAnswer("WRONG_AMOUNT", due.sales, due.amount), replayed: false };
  }
  const id = world.newId();
  const short = await takeParts(tx, request, id, { ...division, ...prepared });
  if (short) return short;
  if (isPriced) await retakeUses(tx, cartKey);

  const late = due.sales.filter(({ holdsStock }) => !holdsStock);
  if (late.length > 0) await retakePlaces(tx, late);
  const reference = world.newReference();
  await moveSales(tx, due.sales, ["LOCKED"], "PROCESSING", { reference });
  const attempt = await insertAttempt(tx, {
    id,
    cartKey,
    accountId: caller.account.id,
    userId: caller.id,
    idempotencyKey,
    ...prints,
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
  rows: readonly SaleRow[],
): Promise<string | undefined> {
  if ("key" in scope) return rows.find((row) => !row.pastGrace || isBeyondPaying(row))?.cartKey;
  if (rows.length > 0) return scope.cartKey;
  const cart = (await findCartStates(tx, [scope.cartKey])).get(scope.cartKey);
  return cart?.accountId === caller.account.id ? scope.cartKey : undefined;
}

type Fingerprints = Pick<Attempt, "fingerprint" | "cardFingerprint">;

/** Returns the keyed hashes of a request. The card's hash leaves out its security code and the name on it. */
function fingerprintsOf(world: PaymentWorld, { scope, parts, card, voucher }: PaymentRequest): Fingerprints {
  const { number, expiryMonth, expiryYear } = card?.reveal() ?? {};
  return {
    fingerprint: world.fingerprint(JSON.stringify([scope, parts, card !== undefined, ...(voucher ? [voucher] : [])])),
    cardFingerprint: card && world.cardFingerprint(JSON.stringify([number, expiryMonth, expiryYear])),
  };
}

/** A settled attempt keeps no hash of its card, so only the rest of the request is compared. */
function replay(earlier: Attempt, prints: Fingerprints): PaymentOutcome {
  const isOther = (kept: string | undefined, sent: string | undefined) => kept !== undefined && kept !== sent;
  if (isOther(earlier.fingerprint, prints.fingerprint)) return { kind: "other_body" };
  if (isOther(earlier.cardFingerprint, prints.cardFingerprint)) return { kind: "other_body" };
  if (earlier.answer === undefined) return { kind: "in_flight" };
  return { kind: "answer", answer: earlier.answer, replayed: true };
}

async function tooLate(world: PaymentWorld, { caller, scope, parts }: PaymentRequest): Promise<PaymentOutcome> {
  return world.db.transaction(async (tx) => {
    const rows = await lockSales(tx, caller.account.id, scope, world.limits.latePaySeconds);
    const due = validatePayment(rows, parts, caller.account.currency);
    const answer = due.ok ? paymentAnswer("WRONG_STATE", due.sales, due.amount) : due.answer;
    return { kind: "answer", answer, replayed: false };
  });
}
