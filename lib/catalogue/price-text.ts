import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { STATUS_WORDS } from "./picker/picker-words.ts";

/** Returns "From NZ$18.50", or "Free". */
export function priceFrom(from: Money, locale: string): string {
  const words = wordsOf(locale).Common;
  return isZero(from) ? words.free : fill(words.from, { price: formatMoney(from, locale) });
}

/** What is for sale, such as an event or a date: its state, its price, and that of a presale. */
type ForSale = Pick<EventSummary, "saleStatus" | "from" | "presale">;

/** Returns the state of what not everybody can buy, such as "Sold out"; `undefined` for what is on sale. */
export function statusText(what: ForSale, locale: string): string | undefined {
  const words = wordsOf(locale).Common;
  if (presaleOf(what) !== undefined) return words.presale;
  return what.saleStatus === "ON_SALE" ? undefined : words[STATUS_WORDS[what.saleStatus]];
}

/** Returns the lowest price of what is on sale or will be, in a presale its own; `undefined` for what is sold out or over. */
export function priceOf(what: ForSale): Money | undefined {
  const { saleStatus, from } = what;
  return presaleOf(what) ?? (saleStatus === "ON_SALE" || saleStatus === "NOT_ON_SALE" ? from : undefined);
}

/** Returns the price of what only a code opens now; `undefined` where that is nothing, or not all. */
export function presaleOf({ saleStatus, presale }: ForSale): Money | undefined {
  return saleStatus === "NOT_ON_SALE" ? presale : undefined;
}
