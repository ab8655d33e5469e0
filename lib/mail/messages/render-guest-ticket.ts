import "server-only";

import { env } from "#lib/env.ts";
import { guestTicketLetter } from "#lib/mail/letters/guest-letter.ts";
import { eventsOf } from "#lib/mail/messages/facts-of-order.ts";
import { isValid, ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealGuestLink } from "#lib/session/links/guest-link.ts";
import type { MessageOf } from "#lib/ticketing/wire/message.ts";
import { withPictures } from "./letter-pictures.ts";
import { renderedMessage } from "./rendered-message.ts";
import { shopFor } from "./shop.ts";

/** Renders the message to a guest: one ticket and its own link, with nothing else of the order. */
export async function renderGuestTicket({ sales, details }: MessageOf<"GUEST_TICKET">, locale: string) {
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
