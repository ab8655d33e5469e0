import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { STATUS_WORDS } from "./picker/picker-words.ts";

/** Returns "From $18.50", or "Free". */
export function priceFrom(from: Money, locale: string): string {
  const words = wordsOf(locale).Common;
  return isZero(from) ? words.free : fill(words.from, { price: formatMoney(from, locale) });
}

/** Returns the state of what cannot be bought, such as "Sold out"; `undefined` for what is on sale. */
export function statusText(status: SaleStatus, locale: string): string | undefined {
  return status === "ON_SALE" ? undefined : wordsOf(locale).Common[STATUS_WORDS[status]];
}
