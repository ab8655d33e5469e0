import "server-only";

import { momentText } from "#lib/i18n/date-text.ts";
import type { Block, Letter } from "#lib/mail/letter.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/mail-facts.ts";
import { envelope, mailWords, plainFacts } from "#lib/mail/mail-words.ts";
import { eventCard, orderLine, sellerNotes } from "#lib/mail/order-blocks.ts";
import { privateFooter } from "./order-letters.ts";

/** One event or date of the order that changed. */
type ChangedFacts = {
  readonly order: OrderFacts;
  /** The dates of the changed event, as they are now. */
  readonly events: readonly EventFacts[];
  /** The name of the changed event, also where the order has no ticket of it any more. */
  readonly event: string;
};

export type Before = {
  readonly startsAt?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Only where the venue changed. */
  readonly venue?: string | undefined;
};

/** Returns the message that a date or its venue changed: as it is now, and as it was. */
export function dateChangedLetter(given: ChangedFacts & { readonly before: Before }, shop: Shop): Letter {
  const { order, events, event, before } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail } = words;
  const title = mail(before.venue === undefined ? "dateChanged.subjectDate" : "dateChanged.subjectVenue", { event });
  const when =
    before.startsAt && before.timeZone && momentText(before.startsAt, shop.language, before.timeZone, "long");
  const past =
    when &&
    (before.venue === undefined
      ? mail("dateChanged.before", { when })
      : mail("dateChanged.beforeAt", { when, venue: before.venue }));
  return {
    ...envelope(shop),
    subject: title,
    preview: orderLine(order, words),
    title,
    blocks: [
      { type: "lead", text: [mail("dateChanged.lead")] },
      { type: "muted", text: [orderLine(order, words)] },
      { type: "button", label: mail("showTickets"), href: order.link },
      ...events.map((one): Block => ({ type: "event", event: eventCard(one, shop, words) })),
      ...(past ? [{ type: "muted", text: [past] } as const] : []),
      { type: "muted", text: [mail("dateChanged.calendar")] },
      sellerNotes({ ...order, terms: [] }, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}

/** Returns the message that a cancelled date or event takes place after all. */
export function reinstatedLetter(given: ChangedFacts, shop: Shop): Letter {
  const { order, events, event } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail } = words;
  return {
    ...envelope(shop),
    subject: mail("reinstated.subject", { event }),
    preview: mail("reinstated.lead"),
    title: mail("reinstated.subject", { event }),
    blocks: [
      { type: "lead", text: [mail("reinstated.lead")] },
      { type: "muted", text: [orderLine(order, words)] },
      { type: "button", label: mail("showTickets"), href: order.link },
      ...events.map((one): Block => ({ type: "event", event: eventCard(one, shop, words) })),
      { type: "muted", text: [mail("dateChanged.calendar")] },
      sellerNotes({ ...order, terms: [] }, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}

type CancelledFacts = ChangedFacts & {
  /** One date of several: the event goes on. */
  readonly isDateOnly: boolean;
  /** The money is on its way without a press of the buyer. */
  readonly refunds: boolean;
  /** The buyer chooses on a page of the order: another date, a refund, or to keep the tickets. */
  readonly hasChoices: boolean;
};

/** Returns the message that an event or a date is cancelled, and what happens to the money. */
export function cancelledLetter(given: CancelledFacts, shop: Shop): Letter {
  const { order, events, event, hasChoices, refunds, isDateOnly } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail } = words;
  const options = mail(isDateOnly ? "cancelled.choices" : "cancelled.choicesEvent");
  const next = hasChoices ? options : mail(refunds ? "cancelled.refunds" : "cancelled.contact");
  const button = hasChoices
    ? { label: mail("cancelled.choose"), href: `${order.link}/choice` }
    : { label: mail("showOrder"), href: order.link };
  return {
    ...envelope(shop),
    subject: mail("cancelled.subject", { event }),
    preview: next,
    title: mail(isDateOnly ? "cancelled.dateTitle" : "cancelled.title", { event }),
    blocks: [
      { type: "lead", text: [next] },
      { type: "muted", text: [orderLine(order, words)] },
      { type: "button", ...button },
      ...events.map((one): Block => ({ type: "event", event: eventCard(one, shop, words) })),
      sellerNotes({ ...order, terms: [], refundRules: [] }, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}
