import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import type { Block, Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind, saleKey } from "#lib/mail/message-kind.ts";
import { type OrderFacts, orderFacts, type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealFoundLink } from "#lib/session/links/links.ts";

/** The orders of an address that asked for them. The service looks them up when it sends the message. */
export const findTickets = messageKind({
  details: z.looseObject({ orders: z.array(z.array(saleKey).min(1).max(100)).max(50) }),
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
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
    return { letter: findTicketsLetter(await Promise.all(orders), await shopFor(locale)) };
  },
});

/** Returns the links to all orders of an address. Each order's `link` is one that ends after a day. */
export function findTicketsLetter(given: readonly OrderFacts[], shop: Shop): Letter {
  const orders = plainFacts(given);
  const { mail, sale, envelope, eventBlocks, orderLine } = letterParts(shop);
  return {
    ...envelope,
    subject: mail("findTickets.subject"),
    preview: mail("findTickets.lead"),
    title: sale("title"),
    blocks: [
      { type: "lead", text: [mail("findTickets.lead")] },
      ...orders.flatMap((order): Block[] => [
        { type: "heading", text: orderLine(order) },
        ...eventBlocks(order.events),
        { type: "button", label: mail("findTickets.button"), href: order.link },
      ]),
    ],
    footer: [[mail("keepPrivate")], [mail("ignore")]],
  };
}
