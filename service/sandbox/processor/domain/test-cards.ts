/** How a test card behaves with direct entry. All but `declined` and `request_lost` are authorised; the kind names what follows. */
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

/** `refused`: each refund. `answer_lost`: refunds, then resets. `request_lost`: resets the first request of each refund unread. */
type RefundBehaviour = "refused" | "answer_lost" | "request_lost" | "slow";

/** For the ledger and the operator. Buyers see one text for all of them. */
type DeclineCode =
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

const QUICKEST_MS = 50;
const SPREAD_MS = 150;

/**
 * Returns the delay of an answer in milliseconds: 50 to 200 for a good card. It depends on the attempt only: runs are
 * repeatable.
 */
export function answerDelayMs(behaviour: Behaviour, attempt: string): number {
  return behaviour.kind === "late" ? behaviour.answersAfterMs : QUICKEST_MS + (fnv1a(attempt) % (SPREAD_MS + 1));
}

/** Returns a small, evenly spread hash. It is not cryptographic. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The delay of a slow refund: within the timeout of the call. */
export const REFUND_SLOW_MS = 8_000;

export type Card = {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
};

/** Why a card is refused before an attempt is recorded. */
type CardRefusal = "invalid_number" | "test_cards_only" | "invalid_expiry" | "expired_card" | "invalid_security_code";

/** Returns the behaviour of a test card, or why the card is refused. A sandbox must not store numbers of real cards. */
export function readCard(card: Card, now: Date): Behaviour | CardRefusal {
  if (!isLuhnValid(card.number)) return "invalid_number";
  const behaviour = TEST_CARDS.get(card.number);
  if (behaviour === undefined) return "test_cards_only";
  if (card.expiryMonth < 1 || card.expiryMonth > 12) return "invalid_expiry";
  if (isPast(card, now)) return "expired_card";
  if (!/^\d{3}$/.test(card.cvv)) return "invalid_security_code";
  return behaviour;
}

/** Returns whether the check digit of a card number is valid. */
function isLuhnValid(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns whether a card has expired. It is valid through the last day of its month. */
function isPast({ expiryMonth, expiryYear }: Card, now: Date): boolean {
  return now.getTime() >= Date.UTC(expiryYear, expiryMonth, 1);
}
