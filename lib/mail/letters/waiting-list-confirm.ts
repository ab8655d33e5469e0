import "server-only";

import { z } from "zod";
import { agesText } from "#lib/catalogue/facts-text.ts";
import { env } from "#lib/env.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { idOf, messageKind, saleKey } from "#lib/mail/message-kind.ts";
import { type EventFacts, type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { sealWaitingLink } from "#lib/session/links/links.ts";
import { getEvent, getEventDate } from "#lib/ticketing/events.ts";

/** The entry of a waiting list that a message is about. */
export const waitingEntry = z.looseObject({
  entry: saleKey,
  event: idOf,
  eventDate: idOf.nullish(),
  quantity: z.int().positive(),
});

export const waitingListConfirm = messageKind({
  details: waitingEntry,
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
    const facts = await waitingFacts(details, locale);
    return facts === undefined ? "not_found" : { letter: waitingConfirmLetter(facts, await shopFor(locale)) };
  },
});

export type WaitingFacts = {
  readonly event: EventFacts;
  readonly quantity: number;
  /** The page of the entry. Opening the link changes nothing; its button confirms or leaves. */
  readonly link: string;
};

/** Returns the message that asks whether the address joined the waiting list itself. */
export function waitingConfirmLetter(given: WaitingFacts, shop: Shop): Letter {
  const { event, quantity, link } = plainFacts(given);
  const { mail, envelope, eventBlocks } = letterParts(shop);
  const lead = mail("waitingConfirm.lead", { count: quantity });
  return {
    ...envelope,
    subject: mail("waitingConfirm.subject", { event: event.name }),
    preview: lead,
    title: mail("waitingConfirm.title", { event: event.name }),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "muted", text: [mail("waitingConfirm.note")] },
      { type: "button", label: mail("waitingConfirm.button"), href: link },
      ...eventBlocks([event]),
    ],
    footer: [[mail("ignore")]],
  };
}

/** Returns what the messages of a waiting list say, or `undefined` where the event does not exist. */
export async function waitingFacts(
  { entry, event: eventId, eventDate: dateId, quantity }: z.output<typeof waitingEntry>,
  locale: string,
): Promise<WaitingFacts | undefined> {
  const [event, eventDate] = await Promise.all([getEvent(eventId), dateId == null ? undefined : getEventDate(dateId)]);
  if (event === undefined) return undefined;
  const { name, venue, firstDate, firstDateEnd, lastDate = firstDate } = event;
  // If the event has a single date, "any date" means that one.
  const single = firstDate === lastDate ? { startsAt: firstDate, endsAt: firstDateEnd } : undefined;
  const span = eventDate ?? single;
  return {
    quantity,
    link: await waitingPage({ entry }, locale),
    event: {
      name,
      startsAt: span?.startsAt,
      endsAt: span?.endsAt,
      doorsAt: eventDate?.doors,
      timeZone: eventDate?.timeZone ?? venue.timeZone,
      city: venue.city,
      venue: venue.name,
      address: venue.address,
      mapUrl: venue.mapUrl,
      ageLimit: event.ageLimit && agesText(event.ageLimit, wordsOf(locale).Facts),
      tickets: [],
    },
  };
}

/** Returns the address of the page of an entry, or of its offer. */
export async function waitingPage(link: Parameters<typeof sealWaitingLink>[0], locale: string): Promise<string> {
  return `${env().FOYER_ORIGIN}/${locale}/waiting-list/${await sealWaitingLink(link)}`;
}
