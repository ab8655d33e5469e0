/** One line of the ledger. It has no digit of a card: `card` and `request` are keyed fingerprints. */
export type Entry = {
  readonly at: string;
  readonly attempt: string;
  readonly payment: string;
  readonly kind: "authorisation" | "decline" | "capture" | "void" | "refund";
  readonly amount: string;
  readonly currency: string;
  readonly card: string;
  /** The fingerprint of the whole request, to detect another request with the same key. */
  readonly request: string;
  readonly code?: string;
};

export type Payment = {
  readonly id: string;
  readonly attempt: string;
  readonly amount: string;
  readonly currency: string;
  readonly card: string;
  readonly request: string;
  readonly state: PaymentState;
  readonly code?: string;
};

export type PaymentState = "authorised" | "declined" | "captured" | "voided" | "refunded";

const STATE_AFTER = {
  authorisation: "authorised",
  decline: "declined",
  capture: "captured",
  void: "voided",
  refund: "refunded",
} as const satisfies Record<Entry["kind"], PaymentState>;

/** Returns the payment after this entry. Each entry repeats everything of the entries before it. */
export function paymentAfter({ kind, payment, at: _at, ...rest }: Entry): Payment {
  return { ...rest, id: payment, state: STATE_AFTER[kind] };
}

export type Change = "capture" | "void" | "refund";

const CHANGES = {
  capture: { from: "authorised", to: "captured" },
  void: { from: "authorised", to: "voided" },
  refund: { from: "captured", to: "refunded" },
} as const satisfies Record<Change, { from: PaymentState; to: PaymentState }>;

/** Returns how to answer a change in this state. A repeated change is answered as made, so that every change is idempotent. */
export function ruleOn(change: Change, state: PaymentState): "make" | "made" | "refuse" {
  const { from, to } = CHANGES[change];
  if (state === to) return "made";
  return state === from ? "make" : "refuse";
}
