import { comma, fill, percentText, plural } from "#lib/i18n/words.ts";
import { formatMoney, type Money } from "#lib/ticketing/model/money.ts";
import type { Discount } from "#lib/ticketing/model/pricing.ts";
import type { PickerWords } from "./picker-words.ts";

export type OfferWords = Pick<PickerWords, Extract<keyof PickerWords, `offer${string}`>>;

/** Returns "Saturday three: 15% off when you book 3 or more tickets", or only the name of a discount without terms. */
export function offerText(discount: Discount, locale: string, words: OfferWords): string {
  const { name, percentage, amount, packPrice, quantity, minimumTickets, minimumEvents, minimumSpend, tag } = discount;
  const price = (money: Money) => formatMoney(money, locale);
  const gains = [
    percentage !== undefined && fill(words.offerOff, { amount: percentText(percentage, locale) }),
    amount !== undefined && fill(words.offerOff, { amount: price(amount) }),
    packPrice !== undefined &&
      quantity !== undefined &&
      fill(words.offerPack, { count: quantity, price: price(packPrice) }),
  ].filter((part) => typeof part === "string");
  const conditions = [
    packPrice === undefined && isSeveral(quantity) && fill(words.offerTogether, { count: quantity }),
    isSeveral(minimumTickets) && plural(words.offerTickets, minimumTickets, locale),
    isSeveral(minimumEvents) && plural(words.offerEvents, minimumEvents, locale),
    minimumSpend !== undefined && fill(words.offerSpend, { amount: price(minimumSpend) }),
    tag !== undefined && words.offerTag,
  ].filter((part) => typeof part === "string");
  const terms = [gains.join(comma(locale)), conditions.join(comma(locale))].filter(Boolean).join(" ");
  return [name, terms].filter(Boolean).join(": ");
}

function isSeveral(count: number | undefined): count is number {
  return count !== undefined && count > 1;
}
