import type { Environment } from "./env.ts";

/** A card as the payment page asks for it. */
export type Card = {
  readonly number: string;
  /** MM / YY. */
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
};

/** Card numbers that no bank issues. Any other card in a form could be charged for real. */
const TEST_LIST = /^4111111111111\d{3}$/;

/** Returns the card that is always charged. */
export function goodCardOf({ goodCard, goodCardExpiry, goodCardCode, goodCardName }: Environment): Card {
  return { number: goodCard, expiry: goodCardExpiry, code: goodCardCode, name: goodCardName };
}

/** Returns the card that is always declined. */
export function badCardOf({ badCard, badCardExpiry, badCardCode, badCardName }: Environment): Card {
  return { number: badCard, expiry: badCardExpiry, code: badCardCode, name: badCardName };
}

/** Returns whether a number is on the test list. */
export function isTestCard(card: string): boolean {
  return TEST_LIST.test(card.replace(/\D/g, ""));
}

/** Returns whether the suite may type this card: it is on the test list, or E2E_ALLOWED_CARDS allows it at this host. */
export function mayUse(card: string, env: Pick<Environment, "address" | "allowedCards">): boolean {
  return isTestCard(card) || cardsAllowedAt(env).includes(card.replace(/\D/g, ""));
}

/** Returns whether every card of the run is on the test list, so that none needs a handshake that promises fake payments. */
export function areOnTestList({ goodCard, badCard }: Pick<Environment, "goodCard" | "badCard">): boolean {
  return [goodCard, badCard].every(isTestCard);
}

/** Returns the card with all digits hidden but the first and the last four, as on a receipt. */
export function masked(card: string): string {
  const digits = card.replace(/\D/g, "");
  return `${digits.slice(0, 4)} •••• •••• ${digits.slice(-4)}`;
}

function cardsAllowedAt({ address, allowedCards = "" }: Pick<Environment, "address" | "allowedCards">) {
  const [host, numbers = ""] = allowedCards.split("=");
  return host === new URL(address).host ? numbers.split(",") : [];
}
