import "server-only";

import type { Block, Letter } from "#lib/mail/letter.ts";
import type { OrderFacts, Shop } from "#lib/mail/mail-facts.ts";
import { envelope, mailWords, plainFacts } from "#lib/mail/mail-words.ts";
import { eventCard, orderLine } from "#lib/mail/order-blocks.ts";

/** Returns the links to all orders of an address. Each order's `link` is one that ends after a day. */
export function findTicketsLetter(given: readonly OrderFacts[], shop: Shop): Letter {
  const orders = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail, sale } = words;
  return {
    ...envelope(shop),
    subject: mail("findTickets.subject"),
    preview: mail("findTickets.lead"),
    title: sale("title"),
    blocks: [
      { type: "lead", text: [mail("findTickets.lead")] },
      ...orders.flatMap((order): Block[] => [
        { type: "heading", text: orderLine(order, words) },
        ...order.events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
        { type: "button", label: mail("findTickets.button"), href: order.link },
      ]),
    ],
    footer: [[mail("keepPrivate")], [mail("ignore")]],
  };
}
