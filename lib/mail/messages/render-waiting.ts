import "server-only";

import { agesText } from "#lib/catalogue/facts-text.ts";
import { env } from "#lib/env.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { waitingConfirmLetter, waitingOfferLetter } from "#lib/mail/letters/waiting-letters.ts";
import type { EventFacts } from "#lib/mail/mail-facts.ts";
import { sealWaitingLink } from "#lib/session/links/waiting-link.ts";
import { getEventDate } from "#lib/ticketing/event-dates.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import type { MessageOf } from "#lib/ticketing/wire/message.ts";
import { renderedMessage } from "./rendered-message.ts";
import { shopFor } from "./shop.ts";

type WaitingMessage = MessageOf<"WAITING_LIST_CONFIRM" | "WAITING_LIST_OFFER">;

/** Renders a message of the waiting list. An offer has the address to leave by, also as a header. */
export async function renderWaiting(body: WaitingMessage, locale: string) {
  const { entry, quantity } = body.details;
  const event = await eventOf(body, locale);
  if (event === undefined) return "not_found";
  const shop = await shopFor(locale);
  const pageOf = async (link: Parameters<typeof sealWaitingLink>[0]) =>
    `${env().FOYER_ORIGIN}/${locale}/waiting-list/${await sealWaitingLink(link)}`;
  const facts = { event, quantity, link: await pageOf({ entry }) };
  if (body.kind === "WAITING_LIST_CONFIRM") return renderedMessage(waitingConfirmLetter(facts, shop));
  const { offer, expiresAt } = body.details;
  // A mail that leaves after the end of its offer is of no use.
  if (Date.parse(expiresAt) <= Date.now()) return "nothing_to_send";
  const offerLink = await pageOf({ entry, offer });
  const headers = { "List-Unsubscribe": `<${facts.link}>` };
  return { ...renderedMessage(waitingOfferLetter({ ...facts, offerLink, expiresAt }, shop)), headers };
}

async function eventOf({ details }: WaitingMessage, locale: string): Promise<EventFacts | undefined> {
  const [event, eventDate] = await Promise.all([
    getEvent(details.event),
    details.eventDate == null ? undefined : getEventDate(details.eventDate),
  ]);
  if (event === undefined) return undefined;
  const { name, venue } = event;
  return {
    name,
    startsAt: eventDate?.startsAt,
    doorsAt: eventDate?.doors,
    timeZone: eventDate?.timeZone ?? venue.timeZone,
    city: venue.city,
    venue: venue.name,
    address: venue.address,
    mapUrl: venue.mapUrl,
    ageLimit: event.ageLimit && agesText(event.ageLimit, wordsOf(locale).Facts),
    tickets: [],
  };
}
