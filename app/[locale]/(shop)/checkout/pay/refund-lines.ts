import type { Messages } from "next-intl";
import type { CartEvent } from "#lib/cart/cart-view.ts";
import { isRefundPromised, type RefundDate, refundText } from "#lib/catalogue/facts-text.ts";
import { fill } from "#lib/i18n/words.ts";

type RefundLines = {
  /** One sentence if all events share a policy, otherwise one per event, with its name. Empty if the service has no policies. */
  readonly lines: readonly string[];
  /** Whether one of the sentences promises money back. */
  readonly isPromised: boolean;
};

/** Returns the refund policies of a cart's events in words. Only an event with a single date has its deadline as a date. */
export function refundLines(
  events: readonly CartEvent[],
  locale: string,
  words: Messages["Facts"],
  now: Date,
): RefundLines {
  const stated = events.flatMap(({ eventName, refundPolicy, dates }) => {
    if (refundPolicy === undefined) return [];
    const date = events.length === 1 ? onlyDate(dates, now) : undefined;
    const text = refundText(refundPolicy, locale, words, date);
    return [{ eventName, text, isPromised: isRefundPromised(refundPolicy, date) }];
  });
  const isPromised = stated.some((one) => one.isPromised);
  const [first, ...others] = stated;
  if (first === undefined) return { lines: [], isPromised };
  const isSame = stated.length === events.length && others.every(({ text }) => text === first.text);
  const lines = isSame
    ? [first.text]
    : stated.map(({ eventName, text }) => fill(words.ofEvent, { event: eventName, refund: text }));
  return { lines, isPromised };
}

function onlyDate([date, ...others]: CartEvent["dates"], now: Date): RefundDate | undefined {
  if (date?.startsAt === undefined || date.timeZone === undefined || others.length > 0) return undefined;
  return { startsAt: date.startsAt, timeZone: date.timeZone, now };
}
