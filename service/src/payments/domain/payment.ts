import { addMoney, type Money, parseMoney } from "#src/platform/domain/money.ts";
import {
  isBeingPaid,
  isPaidOrInPayment,
  type LockedSale,
  type SaleState,
  unpaid,
} from "#src/reservations/domain/sale.ts";

/** The ways to pay a part of an amount, in the order in which they divide it: the card pays what the others leave. */
export const METHOD_NAMES = ["VOUCHER", "CREDIT_CARD", "CASH"] as const;

/** The order in which a refund goes back: what was paid by card to the card first, then to the voucher, then by hand. */
export const REFUND_ORDER = ["CREDIT_CARD", ...METHOD_NAMES.filter((method) => method !== "CREDIT_CARD")] as const;

export type MethodName = (typeof METHOD_NAMES)[number];

/** The methods of the plain v2 interface. The others are extensions. */
export const STANDARD_METHODS = ["CREDIT_CARD", "CASH"] as const satisfies readonly MethodName[];

/** What one method pays, in the smallest unit of the payment's currency. A free order has no parts. */
export type PaidPart = { readonly method: MethodName; readonly minor: number };

/** Returns what these methods pay together. */
export function sumOfParts(parts: readonly PaidPart[], methods: readonly MethodName[] = METHOD_NAMES): number {
  return parts.reduce((sum, { method, minor }) => (methods.includes(method) ? sum + minor : sum), 0);
}

export const PAYMENT_TYPES = ["NO_SALES", "WRONG_STATE", "REFUSED", "SUCCESS", "WRONG_AMOUNT"] as const;
type PaymentType = (typeof PAYMENT_TYPES)[number];

/** The answer of a pay call. A retry with the same idempotency key gets the same answer. */
export type PaymentAnswer = {
  readonly type: PaymentType;
  /** The amount due, or paid. */
  readonly amount: Money;
  readonly payments: readonly SalePayment[];
};

type SalePayment = {
  readonly key: string;
  readonly type: PaymentType;
  readonly status: SaleState;
  readonly amount: Money;
};

/** An amount as it was sent, digit by digit, and the method that pays it. */
export type Part = { readonly method: MethodName; readonly text: string };

type Due =
  | {
      readonly ok: true;
      readonly sales: readonly LockedSale[];
      readonly amount: Money;
      readonly parts: readonly PaidPart[];
    }
  | { readonly ok: false; readonly answer: PaymentAnswer };

/** Returns the amount due and each method's part of it, or the refusal. The parts must add up exactly: nothing is rounded. */
export function validatePayment(rows: readonly LockedSale[], parts: readonly Part[], currency: string): Due {
  const sales = unpaid(rows);
  const amount = totalOf(sales, currency);
  if (sales.length === 0) {
    return refuse(rows.some(isPaidOrInPayment) ? "WRONG_STATE" : "NO_SALES", rows.filter(isPaidOrInPayment), amount);
  }
  const isMixed = sales.some(({ total }) => total.currency !== amount.currency);
  const ready = !isMixed && sales.every(({ status }) => status === "LOCKED") && !rows.some(isBeingPaid);
  if (!ready) return refuse("WRONG_STATE", sales, amount);

  const paid = exactly(parts, amount);
  return paid === undefined ? refuse("WRONG_AMOUNT", sales, amount) : { ok: true, sales, amount, parts: paid };
}

/** Returns the parts in the smallest unit when they add up to the amount exactly. A part of zero is allowed only alone. */
function exactly(parts: readonly Part[], { minor: due, currency }: Money): readonly PaidPart[] | undefined {
  let sum = 0;
  const paid: PaidPart[] = [];
  for (const { method, text } of parts) {
    const part = parseMoney(text, currency);
    if (part === undefined || part.minor < 0 || (part.minor === 0 && parts.length > 1)) return undefined;
    sum += part.minor;
    if (part.minor > 0) paid.push({ method, minor: part.minor });
  }
  return sum === due && Number.isSafeInteger(sum) ? paid : undefined;
}

function refuse(type: PaymentType, sales: readonly LockedSale[], amount: Money): Due {
  return { ok: false, answer: paymentAnswer(type, sales, amount) };
}

export function paymentAnswer(
  type: PaymentType,
  sales: readonly Pick<LockedSale, "key" | "status" | "total">[],
  amount: Money,
): PaymentAnswer {
  return { type, amount, payments: sales.map(({ key, status, total }) => ({ key, type, status, amount: total })) };
}

function totalOf(sales: readonly LockedSale[], currency: string): Money {
  const one = sales[0]?.total.currency ?? currency;
  const due = sales.map(({ total }) => total).filter((total) => total.currency === one);
  return due.reduce(addMoney, { minor: 0, currency: one });
}

/** How an attempt ended. */
export type AttemptEnd = "PAID" | "DECLINED" | "VOIDED";

/** STARTED before anything is charged. VOIDING while a charge is voided or refunded. */
type AttemptState = "STARTED" | "AUTHORISED" | "VOIDING" | AttemptEnd;

/** A payment attempt. A cart has at most one that is open. */
export type Attempt = {
  readonly id: string;
  readonly cartKey: string;
  readonly amount: Money;
  /** The part of the amount that the processor charges; it may be zero. */
  readonly card: Money;
  readonly state: AttemptState;
  /** A keyed hash of the request without the card. */
  readonly fingerprint: string | undefined;
  /** A keyed hash of the card; removed when the attempt is settled. */
  readonly cardFingerprint: string | undefined;
  /** What the buyer quotes. Attempts from before references existed have none. */
  readonly reference: string | undefined;
  /** The caller's own id of the attempt: the storefront's. It is removed when the processor was not reached. */
  readonly idempotencyKey: string | undefined;
  /** The id of the request that opened it. */
  readonly request: string | undefined;
  readonly settled: boolean;
  readonly answer: PaymentAnswer | undefined;
  /** Older than the longest call to the processor, so no call for it can still be in flight. */
  readonly overdue: boolean;
  /** Whole minutes since the attempt was written. */
  readonly ageMinutes: number;
  /** The number of times in a row that the processor did not know the attempt after it was overdue. */
  readonly absences: number;
};

/** An attempt open for so many minutes is logged for a person to look at: nothing leaves PROCESSING by expiry. */
export const ALARM_MINUTES = 10;

/** One answer "unknown attempt" may be older than the charge; two prove that no charge arrived. */
export const ABSENCES_ENOUGH = 2;

export type Transaction = {
  readonly method: string;
  readonly amount: Money;
  readonly state: AttemptEnd | "PROCESSING";
  readonly createdAt: Date;
};
