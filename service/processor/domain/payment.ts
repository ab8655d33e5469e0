/** One line of the ledger. It holds no digit of a card: `card` is a keyed fingerprint, and so is `request`. */
export type Entry = {
  readonly at: string;
  readonly attempt: string;
  readonly payment: string;
  readonly kind: "authorisation" | "decline" | "capture" | "void" | "refund";
  readonly amount: string;
  readonly currency: string;
  readonly card: string;
  /** Of the whole request, to tell a repetition from another request under the same key. */
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

/** What a payment is once this entry stands; the entries before it carry nothing that it does not repeat. */
export function paymentAfter({ kind, payment, at: _at, ...rest }: Entry): Payment {
  return { ...rest, id: payment, state: STATE_AFTER[kind] };
}

export type Change = "capture" | "void" | "refund";

const CHANGES = {
  capture: { from: "authorised", to: "captured" },
  void: { from: "authorised", to: "voided" },
  refund: { from: "captured", to: "refunded" },
} as const satisfies Record<Change, { from: PaymentState; to: PaymentState }>;

/** A change that is made already is answered as made, so that every one of them may be repeated. */
export function ruleOn(change: Change, state: PaymentState): "make" | "made" | "refuse" {
  const { from, to } = CHANGES[change];
  if (state === to) return "made";
  return state === from ? "make" : "refuse";
}
