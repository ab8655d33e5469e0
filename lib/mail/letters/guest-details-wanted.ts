import "server-only";

import type { Block, Letter } from "#lib/mail/letter.ts";
import {
  envelope,
  eventCard,
  eventsInWords,
  mailWords,
  orderLine,
  plainFacts,
  privateFooter,
  receiptBlocks,
  sellerNotes,
} from "#lib/mail/letter-parts.ts";
import { hasValidTicket, noDetails, orderMessage } from "#lib/mail/message-kind.ts";
import type { OrderFacts, Shop } from "#lib/mail/order-facts.ts";

export const guestDetailsWanted = orderMessage({
  details: noDetails,
  changesTickets: false,
  letter(paid) {
    const { order, shop } = paid;
    if (!hasValidTicket(paid) || order.guestsWaiting === 0) return "nothing_to_send";
    return { letter: guestDetailsLetter(order, shop) };
  },
});

/** Returns the message about a paid order of which every ticket lacks its guest's details. It asks the buyer for them. */
export function guestDetailsLetter(given: OrderFacts, shop: Shop): Letter {
  const order = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail, guests } = words;
  return {
    ...envelope(shop),
    subject: mail("guestDetails.subject", { event: eventsInWords(order.events, words) }),
    preview: orderLine(order, words),
    title: mail("guestDetails.title"),
    blocks: [
      { type: "lead", text: [mail("guestDetails.lead")] },
      { type: "muted", text: [orderLine(order, words)] },
      { type: "button", label: guests("addDetails"), href: order.link },
      ...order.events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
      ...(order.receipt ? receiptBlocks(order.receipt, shop, words) : []),
      sellerNotes(order, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}
