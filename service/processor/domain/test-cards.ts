/** How a test card behaves with direct entry. Everything but the first two kinds is authorised, and then something happens. */
export type Behaviour =
  | { readonly kind: "authorised" }
  | { readonly kind: "declined"; readonly code: DeclineCode }
  | { readonly kind: "late"; readonly answersAfterMs: number }
  | { readonly kind: "answer_lost" }
  | { readonly kind: "answer_halved" }
  | { readonly kind: "found_late" }
  | { readonly kind: "request_lost" }
  | { readonly kind: "flaky" }
  | { readonly kind: "capture_refused"; readonly firstVoidFails: boolean }
  /** Authorised and captured like any other; the behaviour is that of its partial refunds. */
  | { readonly kind: "refund"; readonly refund: RefundBehaviour };

/** `refused`: each refund. `answer_lost`: refunds, then resets. `request_lost`: the first request of each refund is reset unread. */
export type RefundBehaviour = "refused" | "answer_lost" | "request_lost" | "slow";

/** For the ledger and the operator. Buyers see one text for all of them. */
export type DeclineCode =
  | "declined"
  | "insufficient_funds"
  | "expired_card"
  | "wrong_security_code"
  | "lost_or_stolen"
  | "authentication_required";

const GOOD = { kind: "authorised" } as const;
const CHALLENGED = { kind: "declined", code: "authentication_required" } as const;

/**
 * The only accepted cards. The behaviour depends on the number and never on the amount, which organisers choose. Direct
 * entry does not support a challenge, so a card that needs one is declined.
 */
export const TEST_CARDS: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ["4111111111111111", GOOD],
  ["4111111111111103", { kind: "declined", code: "declined" }],
  ["4111111111111129", { kind: "declined", code: "insufficient_funds" }],
  ["4111111111111137", { kind: "declined", code: "expired_card" }],
  ["4111111111111145", { kind: "declined", code: "wrong_security_code" }],
  ["4111111111111152", { kind: "declined", code: "lost_or_stolen" }],
  ["4111111111111202", GOOD],
  ["4111111111111210", CHALLENGED],
  ["4111111111111228", CHALLENGED],
  ["4111111111111236", CHALLENGED],
  ["4111111111111244", CHALLENGED],
  ["4111111111111251", CHALLENGED],
  ["4111111111111301", { kind: "late", answersAfterMs: 8_000 }],
  ["4111111111111319", { kind: "late", answersAfterMs: 35_000 }],
  ["4111111111111400", { kind: "answer_lost" }],
  ["4111111111111418", { kind: "answer_halved" }],
  ["4111111111111426", { kind: "found_late" }],
  ["4111111111111434", { kind: "request_lost" }],
  ["4111111111111442", { kind: "flaky" }],
  ["4111111111111509", GOOD],
  ["4111111111111517", GOOD],
  ["4111111111111525", GOOD],
  ["4111111111111608", GOOD],
  ["4111111111111616", { kind: "capture_refused", firstVoidFails: false }],
  ["4111111111111624", { kind: "capture_refused", firstVoidFails: true }],
  ["4111111111111707", { kind: "refund", refund: "refused" }],
  ["4111111111111715", { kind: "refund", refund: "answer_lost" }],
  ["4111111111111723", { kind: "refund", refund: "request_lost" }],
  ["4111111111111731", { kind: "refund", refund: "slow" }],
]);
