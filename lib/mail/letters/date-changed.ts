import "server-only";

import { z } from "zod";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { type ChangedFacts, changedFacts, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { Shop } from "#lib/mail/order-facts.ts";
import { reopenedDates } from "#lib/orders/return-tickets.ts";
import { isValid } from "#lib/orders/tickets.ts";

const name = z.union([z.string(), z.looseObject({ name: z.string() }).transform((one) => one.name)]);

/** A wall time and its zone. As an instant of UTC it is written as it is, whatever the zone. */
export const past = z
  .looseObject({ startsLocal: z.string().optional(), endsLocal: z.string().nullish(), venue: name.nullish() })
  .transform(({ startsLocal, endsLocal, venue }) => {
    return { startsAt: inUtc(startsLocal), endsAt: inUtc(endsLocal), timeZone: "UTC", venue: venue ?? undefined };
  });

function inUtc(wallTime: string | null | undefined): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)/.exec(wallTime ?? "") ?? [];
  return day && time && `${day}T${time}:00Z`;
}

export const dateChanged = orderMessage({
  details: z.looseObject({ event: idOf, eventDate: idOf, before: past.optional() }),
  changesTickets: true,
  letter(paid, { event, eventDate, before }) {
    const changed = changedFacts(paid, event, (ticket) => isValid(ticket) && ticket.eventDate?.id === eventDate);
    if (changed.events.length === 0) return "nothing_to_send";
    const isSameVenue = changed.events.some(({ venue }) => venue === before?.venue);
    const refund = reopenedDates(paid.sales, new Date(), paid.shop.language).get(eventDate);
    const given = { ...changed, before: { ...before, venue: isSameVenue ? undefined : before?.venue }, refund };
    return { letter: dateChangedLetter(given, paid.shop), hasPictures: true, filesOf: paid.sales };
  },
});

type Before = {
  readonly startsAt?: string | undefined;
  readonly endsAt?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Only where the venue changed. */
  readonly venue?: string | undefined;
};

type DateChangedFacts = ChangedFacts & {
  readonly before: Before;
  /** What the buyer gets back alone and until when: "Full refund until Sun, 6 Dec, 9:00 am." */
  readonly refund?: string | undefined;
};

/** Returns the message that a date or its venue changed: as it is now, and as it was. */
export function dateChangedLetter(given: DateChangedFacts, shop: Shop): Letter {
  const { order, events, event, before, refund } = plainFacts(given);
  const { mail, sale, envelope, eventBlocks, orderLine, sellerNotes, privateFooter } = letterParts(shop);
  const title = mail(before.venue === undefined ? "dateChanged.subjectDate" : "dateChanged.subjectVenue", { event });
  const isDate = before.venue === undefined;
  const count = countTickets(events);
  const said = (
    { startsAt, endsAt, timeZone, venue = "" }: Before,
    keys: readonly ["before" | "now", "beforeAt" | "nowAt"],
  ) => {
    const when = startsAt && timeZone && spanInFull({ startsAt, endsAt }, shop.language, timeZone, "long");
    if (!when) return undefined;
    return isDate ? mail(`dateChanged.${keys[0]}`, { when }) : mail(`dateChanged.${keys[1]}`, { when, venue });
  };
  const back = { link: wordsOf(shop.language).Refund.link, href: `${order.link}/refund` };
  const present = events[0] && said(events[0], ["now", "nowAt"]);
  const past = said(before, ["before", "beforeAt"]);
  return {
    ...envelope,
    subject: title,
    preview: present ?? orderLine(order),
    title,
    blocks: [
      ...(present ? [{ type: "lead", text: [{ strong: present }] } as const] : []),
      ...(past ? [{ type: "muted", text: [past] } as const] : []),
      { type: "lead", text: [mail("dateChanged.lead", { count })] },
      { type: "muted", text: [orderLine(order)] },
      { type: "button", label: mail(count === 1 ? "guestTicket.button" : "showTickets"), href: order.link },
      ...(refund === undefined
        ? []
        : [{ type: "lead", text: [{ strong: sale("movedQuestion") }, refund, back] } as const]),
      ...eventBlocks(events),
      { type: "muted", text: [mail("dateChanged.calendar")] },
      // The general rule does not say until when it is open again.
      sellerNotes({
        ...order,
        terms: [],
        ...(refund !== undefined && { refundRules: [] }),
        question: isDate && refund === undefined ? sale("movedQuestion") : undefined,
      }),
    ],
    footer: privateFooter(order),
  };
}
