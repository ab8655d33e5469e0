import { type Behaviour, TEST_CARDS } from "./test-cards.ts";

export type Card = {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
};

/** Why a card is turned away before anything is tried or written down. */
export type CardRefusal =
  | "invalid_number"
  | "test_cards_only"
  | "invalid_expiry"
  | "expired_card"
  | "invalid_security_code";

/** What the card will do, or why it is not looked at. A real card ends here: a sandbox must not hold its number. */
export function readCard(card: Card, now: Date): Behaviour | CardRefusal {
  if (!isLuhnValid(card.number)) return "invalid_number";
  const behaviour = TEST_CARDS.get(card.number);
  if (behaviour === undefined) return "test_cards_only";
  if (card.expiryMonth < 1 || card.expiryMonth > 12) return "invalid_expiry";
  if (isPast(card, now)) return "expired_card";
  if (!/^\d{3}$/.test(card.cvv)) return "invalid_security_code";
  return behaviour;
}

/** The check digit that every payment card ends with. */
export function isLuhnValid(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A card is good through the last day of its month. */
function isPast({ expiryMonth, expiryYear }: Card, now: Date): boolean {
  return now.getTime() >= Date.UTC(expiryYear, expiryMonth, 1);
}
