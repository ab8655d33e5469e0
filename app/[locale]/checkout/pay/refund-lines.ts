import type { Messages } from "next-intl";
import type { CartEvent } from "#lib/cart/cart-view.ts";
import { type RefundDate, refundText } from "#lib/catalogue/facts-text.ts";
import { fill } from "#lib/i18n/words.ts";

/**
 * Returns the refund policies of a cart's events in words: one sentence if all events share a policy, otherwise one per event, with
 * its name. Only an event with a single date has its deadline as a date. Empty if the service has no policies.
 */
export function refundLines(
  events: readonly CartEvent[],
  locale: string,
  words: Messages["Facts"],
  now: Date,
): readonly string[] {
  const stated = events.flatMap(({ eventName, refundPolicy, dates }) =>
    refundPolicy === undefined
      ? []
      : [
          {
            eventName,
            text: refundText(refundPolicy, locale, words, events.length === 1 ? onlyDate(dates, now) : undefined),
          },
        ],
  );
  const [first, ...others] = stated;
  if (first === undefined) return [];
  const isSame = stated.length === events.length && others.every(({ text }) => text === first.text);
  return isSame
    ? [first.text]
    : stated.map(({ eventName, text }) => fill(words.ofEvent, { event: eventName, refund: text }));
}

function onlyDate([date, ...others]: CartEvent["dates"], now: Date): RefundDate | undefined {
  if (date?.startsAt === undefined || date.timeZone === undefined || others.length > 0) return undefined;
  return { startsAt: date.startsAt, timeZone: date.timeZone, now };
}
