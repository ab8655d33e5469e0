import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { SaleStatus, Venue } from "#lib/ticketing/model/event.ts";
import { formatMoney, formatShort, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { STATUS_WORDS } from "./picker/picker-words.ts";

/** Returns "From NZ$18.50", or "Free". A list gives its own format. */
export function priceFrom(from: Money, locale: string, format = formatMoney): string {
  const words = wordsOf(locale).Common;
  return isZero(from) ? words.free : fill(words.from, { price: format(from, locale) });
}

type Listed = { readonly from?: Money; readonly venue: Pick<Venue, "country"> };

/**
 * Returns how the prices of a list are written: "$18.50", unless a reader of any of them may think of other dollars. Then all name
 * their country, so that none seems to be in another currency than the one beside it.
 */
export function listFormat(listed: readonly Listed[]): typeof formatMoney {
  const prices = listed.flatMap(({ from, venue }) => (from ? [{ from, venue }] : []));
  const currencies = new Set(prices.map(({ from }) => from.currency));
  const isNamed = currencies.size > 1 || prices.some(({ from, venue }) => isAbroad(venue, from));
  return isNamed ? formatMoney : formatShort;
}

const COUNTRY_NAMES = new Intl.DisplayNames("en", { type: "region" });

/** Returns whether a venue is in another country than the one that its currency's code begins with. */
function isAbroad({ country }: Listed["venue"], { currency }: Money): boolean {
  const home = currency.slice(0, 2);
  return country !== undefined && country !== home && country !== COUNTRY_NAMES.of(home);
}

/** Returns the state of what cannot be bought, such as "Sold out"; `undefined` for what is on sale. */
export function statusText(status: SaleStatus, locale: string): string | undefined {
  return status === "ON_SALE" ? undefined : wordsOf(locale).Common[STATUS_WORDS[status]];
}
