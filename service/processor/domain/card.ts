import { type Behaviour, TEST_CARDS } from "./test-cards.ts";

export type Card = {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
};

/** Why a card is refused before an attempt is recorded. */
export type CardRefusal =
  | "invalid_number"
  | "test_cards_only"
  | "invalid_expiry"
  | "expired_card"
  | "invalid_security_code";

/** Returns the behaviour of a test card, or why the card is refused. Real cards are refused: a sandbox must not store their numbers. */
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
export function isLuhnValid(number: string): boolean {
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
