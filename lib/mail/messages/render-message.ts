import "server-only";

import { env } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/locale-of.ts";
import { findTicketsLetter } from "#lib/mail/letters/find-letter.ts";
import { ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealFoundLink } from "#lib/session/links/found-link.ts";
import type { MessageBody, MessageOf } from "#lib/ticketing/wire/message.ts";
import { orderFacts } from "./facts-of-order.ts";
import { withPictures } from "./letter-pictures.ts";
import { orderFiles } from "./order-files.ts";
import { renderGuestTicket } from "./render-guest-ticket.ts";
import { orderMessage } from "./render-order-message.ts";
import { renderWaiting } from "./render-waiting.ts";
import { type RenderedMessage, renderedMessage } from "./rendered-message.ts";
import { shopFor } from "./shop.ts";

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
