import "server-only";

import { agesText } from "#lib/catalogue/facts-text.ts";
import { brand, env } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { findTicketsLetter, guestTicketLetter } from "#lib/mail/letters/order-letters.ts";
import { waitingConfirmLetter, waitingOfferLetter } from "#lib/mail/letters/waiting-letters.ts";
import type { EventFacts } from "#lib/mail/mail-facts.ts";
import { renderLetter } from "#lib/mail/mail-html.ts";
import { isValid, ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealFoundLink, sealGuestLink, sealWaitingLink } from "#lib/session/links/links.ts";
import { getEvent, getEventDate } from "#lib/ticketing/events.ts";
import type { MessageBody, MessageOf } from "#lib/ticketing/wire/message.ts";
import { type Attachment, orderFiles, withPictures } from "./attachments.ts";
import { eventsOf, orderFacts, shopFor } from "./facts-of-order.ts";
import { orderMessage } from "./render-order-message.ts";

/**
 * Renders a message from the present state of its sales. Returns "nothing_to_send" where it has no purpose any more,
 * and "not_found" where its sales or event do not exist. Throws TicketingFault when the service does not answer.
 */
export async function renderMessage(body: MessageBody): Promise<RenderedMessage | "nothing_to_send" | "not_found"> {
  const locale = localeFrom(body.language);
  switch (body.kind) {
    case "FIND_TICKETS":
      return renderFound(body, locale);
    case "GUEST_TICKET":
      return renderGuestTicket(body, locale);
    case "WAITING_LIST_CONFIRM":
    case "WAITING_LIST_OFFER":
      return renderWaiting(body, locale);
    default: {
      const message = await orderMessage(body, locale);
      if (typeof message === "string") return message;
      const { letter, sales, hasFiles } = message;
      if (!hasFiles) return renderedMessage(letter);
      const [files, pictured] = await Promise.all([orderFiles(sales, locale), withPictures(letter)]);
      return renderedMessage(pictured.letter, [...files, ...pictured.pictures]);
    }
  }
}

async function renderFound({ details }: MessageOf<"FIND_TICKETS">, locale: string) {
  const found = await Promise.all(details.orders.map(ticketsOfSales));
  const paid = found.flatMap((sales) => {
    const confirmed = sales?.filter(({ sale }) => sale.status === "CONFIRMED") ?? [];
    return confirmed.length > 0 ? [confirmed] : [];
  });
  if (paid.length === 0) return "nothing_to_send";
  const orders = paid.map(async (sales) => {
    const link = await sealFoundLink(sales.map(({ sale }) => sale.key));
    return orderFacts(sales, { link: `${env().FOYER_ORIGIN}/${locale}/find-tickets/${link}`, locale });
  });
  return renderedMessage(findTicketsLetter(await Promise.all(orders), await shopFor(locale)));
}

/** Renders the message to a guest: one ticket and its own link, with nothing else of the order. */
async function renderGuestTicket({ sales, details }: MessageOf<"GUEST_TICKET">, locale: string) {
  const found = await ticketsOfSales(sales);
  const sale = found?.find(({ tickets }) => tickets.some(({ admission }) => admission.id === details.admission));
  const ticket = sale?.tickets.find(({ admission }) => admission.id === details.admission);
  if (sale === undefined || ticket === undefined) return "not_found";
  const [event] = eventsOf(sale, locale, (one) => one === ticket);
  if (!isValid(ticket) || event === undefined) return "nothing_to_send";
  const link = await sealGuestLink(sale.sale.key, details.admission);
  const shop = await shopFor(locale);
  const letter = guestTicketLetter(
    {
      event,
      link: `${env().FOYER_ORIGIN}/${locale}/sales/${link}/guest`,
      isPending: ticket.admission.status === "PENDING_GUEST_DETAILS",
    },
    shop,
  );
  const pictured = await withPictures(letter);
  return renderedMessage(pictured.letter, pictured.pictures);
}

type WaitingMessage = MessageOf<"WAITING_LIST_CONFIRM" | "WAITING_LIST_OFFER">;

/** Renders a message of the waiting list. An offer has the address to leave by, also as a header. */
async function renderWaiting(body: WaitingMessage, locale: string) {
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

/** A message for one recipient, as the service sends it. */
type RenderedMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** Returns a letter as text and HTML in the brand's colour, with its files. */
function renderedMessage(letter: Letter, attachments: readonly Attachment[] = []): RenderedMessage {
  return { ...renderLetter(letter, brand().BRAND_COLOUR), attachments };
}
