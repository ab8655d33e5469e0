import "server-only";

import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
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
  const { mail, guests, envelope, eventBlocks, eventsInWords, orderLine, receiptBlocks, sellerNotes, privateFooter } =
    letterParts(shop);
  return {
    ...envelope,
    subject: mail("guestDetails.subject", { event: eventsInWords(order.events) }),
    preview: orderLine(order),
    title: mail("guestDetails.title"),
    blocks: [
      { type: "lead", text: [mail("guestDetails.lead")] },
      { type: "muted", text: [orderLine(order)] },
      { type: "button", label: guests("addDetails"), href: order.link },
      ...eventBlocks(order.events),
      ...receiptBlocks(order),
      sellerNotes(order),
    ],
    footer: privateFooter(order),
  };
}
