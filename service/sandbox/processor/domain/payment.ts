import { currencyDigits } from "#src/platform/domain/money.ts";

/** One line of the ledger. It has no digit of a card: `card` and `request` are keyed fingerprints. */
export type Entry = {
  readonly at: string;
  readonly attempt: string;
  readonly payment: string;
  readonly kind: "authorisation" | "decline" | "capture" | "void" | "refund" | "refund_refusal";
  /** The payment's amount, or that of a partial refund. */
  readonly amount: string;
  readonly currency: string;
  readonly card: string;
  /** The fingerprint of the whole request, to detect another request with the same key. */
  readonly request: string;
  readonly code?: string;
  /** The merchant's id of a partial refund. Absent when the whole payment was refunded. */
  readonly refund?: string;
};

/** A partial refund, made or refused. A repeated request with its id gets the same answer. */
export type Refund = { readonly id: string; readonly amount: string; readonly state: "refunded" | "refused" };

export type Payment = {
  readonly id: string;
  readonly attempt: string;
  readonly amount: string;
  readonly currency: string;
  readonly card: string;
  readonly request: string;
  readonly state: PaymentState;
  readonly code?: string;
  /** Its partial refunds, in order. */
  readonly refunds: readonly Refund[];
};

type PaymentState = "authorised" | "declined" | "captured" | "voided" | "refunded";

const STATE_AFTER = {
  authorisation: "authorised",
  decline: "declined",
  capture: "captured",
  void: "voided",
  refund: "refunded",
  refund_refusal: "captured",
} as const satisfies Record<Entry["kind"], PaymentState>;

/** Returns the payment after this entry. `before` is the payment before it, which partial refunds add to. */
export function paymentAfter(entry: Entry, before: Payment | undefined): Payment {
  const { kind, payment, at: _at, refund, ...rest } = entry;
  if (refund === undefined) return { ...rest, id: payment, state: STATE_AFTER[kind], refunds: [] };
  if (before === undefined) throw new Error("The ledger has a partial refund before its payment.");
  const made = { id: refund, amount: entry.amount, state: kind === "refund" ? "refunded" : "refused" } as const;
  const refunds = [...before.refunds, made];
  return { ...before, refunds, state: refundedUnits(refunds) === unitsOf(before.amount) ? "refunded" : before.state };
}

/** Returns whether this amount can still be refunded: the partial refunds never add up to more than was captured. */
export function isRefundable({ state, amount, refunds }: Payment, asked: string): boolean {
  return state === "captured" && refundedUnits(refunds) + unitsOf(asked) <= unitsOf(amount);
}

function refundedUnits(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount, state }) => (state === "refunded" ? sum + unitsOf(amount) : sum), 0);
}

/** Returns an amount in the smallest unit. It has exactly the currency's decimals. */
function unitsOf(amount: string): number {
  return Number(amount.replace(".", ""));
}

export type Change = "capture" | "void" | "refund";

const CHANGES = {
  capture: { from: "authorised", to: "captured" },
  void: { from: "authorised", to: "voided" },
  refund: { from: "captured", to: "refunded" },
} as const satisfies Record<Change, { from: PaymentState; to: PaymentState }>;

/**
 * Returns how to answer a change in this state. A repeated change is answered as made, so that every change is idempotent.
 * A payment with a partial refund is refunded in parts only.
 */
export function ruleOn(change: Change, { state, refunds }: Payment): "make" | "made" | "refuse" {
  const { from, to } = CHANGES[change];
  if (change === "refund" && refunds.some((refund) => refund.state === "refunded")) return "refuse";
  if (state === to) return "made";
  return state === from ? "make" : "refuse";
}

/** Returns whether this is a positive amount with exactly the currency's number of decimals: "97.00" AUD, "97" JPY. */
export function isAmount(amount: string, currency: string): boolean {
  const match = /^(?:0|[1-9]\d{0,12})(?:\.(\d+))?$/.exec(amount);
  return match !== null && (match[1] ?? "").length === currencyDigits(currency) && /[1-9]/.test(amount);
}
