import "server-only";

import { z } from "zod";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { type ChangedFacts, changedFacts, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { Shop } from "#lib/mail/order-facts.ts";
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
    const given = { ...changed, before: { ...before, venue: isSameVenue ? undefined : before?.venue } };
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

/** Returns the message that a date or its venue changed: as it is now, and as it was. */
export function dateChangedLetter(given: ChangedFacts & { readonly before: Before }, shop: Shop): Letter {
  const { order, events, event, before } = plainFacts(given);
  const { mail, envelope, eventBlocks, orderLine, sellerNotes, privateFooter } = letterParts(shop);
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
      ...eventBlocks(events),
      { type: "muted", text: [mail("dateChanged.calendar")] },
      sellerNotes({ ...order, terms: [], question: isDate ? mail("dateChanged.question") : undefined }),
    ],
    footer: privateFooter(order),
  };
}
