import { addMoney, type Money, parseMoney } from "#src/platform/domain/money.ts";
import type { SaleState } from "#src/reservations/domain/sale.ts";
import { isBeingPaid, isBeyondPaying, type SaleRow, unpaid } from "#src/reservations/domain/sale.ts";
import type { MethodName, PaidPart } from "./payment-method.ts";

export type PaymentType = "SUCCESS" | "REFUSED" | "WRONG_AMOUNT" | "WRONG_STATE" | "NO_SALES";

/** The answer of a pay call. A retry with the same idempotency key gets the same answer. */
export type PaymentAnswer = {
  readonly type: PaymentType;
  /** The amount due, or paid. */
  readonly amount: Money;
  readonly payments: readonly SalePayment[];
};

export type SalePayment = {
  readonly key: string;
  readonly type: PaymentType;
  readonly status: SaleState;
  readonly amount: Money;
};

/** An amount as it was sent, digit by digit, and the method that pays it. */
export type Part = { readonly method: MethodName; readonly text: string };

export type Due =
  | {
      readonly ok: true;
      readonly sales: readonly SaleRow[];
      readonly amount: Money;
      readonly parts: readonly PaidPart[];
    }
  | { readonly ok: false; readonly answer: PaymentAnswer };

/** Returns the amount due and what each method pays of it when these sales can be paid now with exactly these parts, or the refusal. Nothing is rounded. */
export function validatePayment(rows: readonly SaleRow[], parts: readonly Part[], currency: string): Due {
  const sales = unpaid(rows);
  const amount = totalOf(sales, currency);
  if (sales.length === 0) {
    return refuse(rows.some(isBeyondPaying) ? "WRONG_STATE" : "NO_SALES", rows.filter(isBeyondPaying), amount);
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

function refuse(type: PaymentType, sales: readonly SaleRow[], amount: Money): Due {
  return { ok: false, answer: paymentAnswer(type, sales, amount) };
}

export function paymentAnswer(
  type: PaymentType,
  sales: readonly Pick<SaleRow, "key" | "status" | "total">[],
  amount: Money,
): PaymentAnswer {
  return { type, amount, payments: sales.map(({ key, status, total }) => ({ key, type, status, amount: total })) };
}

function totalOf(sales: readonly SaleRow[], currency: string): Money {
  const one = sales[0]?.total.currency ?? currency;
  const due = sales.map(({ total }) => total).filter((total) => total.currency === one);
  return due.reduce(addMoney, { minor: 0, currency: one });
}
