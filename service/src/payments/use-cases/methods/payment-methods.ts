import { METHOD_NAMES, type MethodName, type PaidPart, sumOfParts } from "#src/payments/domain/payment-method.ts";
import type { AttemptRequest, PaymentOutcome, PaymentRequest } from "#src/payments/use-cases/payment-request.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { CASH } from "./cash.ts";
import { CREDIT_CARD } from "./credit-card.ts";
import type { Division, PaymentMethod, Prepared, SellingCapability } from "./payment-method.ts";
import { VOUCHER } from "./voucher.ts";

/** Every payment method. What reads its part of a body stands in `http/methods/body-parts.ts`. */
const PAYMENT_METHODS: Readonly<Record<MethodName, PaymentMethod>> = { VOUCHER, CREDIT_CARD, CASH };

const CHARGED = METHOD_NAMES.filter((name) => PAYMENT_METHODS[name].isCharged);
const BY_HAND = METHOD_NAMES.filter(
  (name) => !PAYMENT_METHODS[name].isCharged && PAYMENT_METHODS[name].refundPart === undefined,
);

/** Returns what the processor charges of these parts, in the smallest unit. */
export function chargedMinor(parts: readonly PaidPart[]): number {
  return sumOfParts(parts, CHARGED);
}

/** Returns the first of these methods that the caller may not use, with the capability that it needs. */
export function findForbidden(
  { capabilities }: Pick<Caller, "capabilities">,
  names: readonly MethodName[],
): { readonly method: MethodName; readonly needs: SellingCapability } | undefined {
  for (const method of names) {
    const { needs } = PAYMENT_METHODS[method];
    if (needs !== undefined && !capabilities.has(needs)) return { method, needs };
  }
  return undefined;
}

/** Lets every method read its part in turn. Returns what each pays, or the first refusal. */
export async function prepareParts(
  tx: Db,
  world: PaymentWorld,
  request: AttemptRequest,
  division: Division,
): Promise<Prepared> {
  let { parts } = division;
  for (const name of METHOD_NAMES) {
    const prepared = await PAYMENT_METHODS[name].prepare?.(tx, world, request, { ...division, parts });
    if (prepared && "refused" in prepared) return prepared;
    if (prepared) parts = prepared.parts;
  }
  return { parts };
}

/** Takes every part that is paid when the attempt is opened. Returns the first refusal; nothing is taken then. */
export async function takeParts(
  tx: Db,
  request: PaymentRequest,
  attemptId: string,
  { amount: { currency }, parts }: Division,
): Promise<PaymentOutcome | undefined> {
  for (const { method, minor } of parts) {
    const money = { minor, currency };
    const refused = await PAYMENT_METHODS[method].take?.(tx, request, { attemptId, money });
    if (refused) return refused;
  }
  return undefined;
}

/** Returns everything that an attempt took. It runs in the transaction that ends the attempt unpaid. */
export async function giveBackParts(tx: Db, attemptId: string): Promise<void> {
  for (const name of METHOD_NAMES) await PAYMENT_METHODS[name].giveBack?.(tx, attemptId);
}

/** Returns what of a refund of these parts the organiser returns by hand, since neither the processor nor the service holds it: cash. */
export function byHandMinor(parts: readonly PaidPart[]): number {
  return sumOfParts(parts, BY_HAND);
}

/** Returns whether a refund of these parts is money that the service gives back. Cash is returned by hand, and a free ticket needs none. */
export function isRefundedByService(parts: readonly PaidPart[]): boolean {
  return parts.some(({ method }) => !BY_HAND.includes(method));
}

/** Returns the parts of a refund that the service itself holds. It runs in the transaction that completes the refund. */
export async function refundParts(
  tx: Db,
  { id, attemptId, parts }: { readonly id: string; readonly attemptId: string; readonly parts: readonly PaidPart[] },
): Promise<void> {
  for (const { method, minor } of parts) {
    await PAYMENT_METHODS[method].refundPart?.(tx, { refundId: id, attemptId, minor });
  }
}
