import "server-only";

import { z } from "zod";
import type { Letter } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { type ChangedFacts, changedFacts, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { Shop } from "#lib/mail/order-facts.ts";
import { isValid } from "#lib/orders/tickets.ts";

export const reinstated = orderMessage({
  details: z.looseObject({ event: idOf, eventDate: idOf.nullish() }),
  changesTickets: true,
  letter(paid, { event, eventDate }) {
    const changed = changedFacts(
      paid,
      event,
      (ticket) => isValid(ticket) && (eventDate == null || ticket.eventDate?.id === eventDate),
    );
    // Cancelled again since, or none of its tickets is valid.
    if (changed.events.length === 0) return "nothing_to_send";
    return { letter: reinstatedLetter(changed, paid.shop), hasPictures: true, filesOf: paid.sales };
  },
});

/** Returns the message that a cancelled date or event takes place after all. */
export function reinstatedLetter(given: ChangedFacts, shop: Shop): Letter {
  const { order, events, event } = plainFacts(given);
  const { mail, envelope, eventBlocks, orderLine, sellerNotes, privateFooter } = letterParts(shop);
  const count = countTickets(events);
  const lead = mail("reinstated.lead", { count });
  return {
    ...envelope,
    subject: mail("reinstated.subject", { event }),
    preview: lead,
    title: mail("reinstated.subject", { event }),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "muted", text: [orderLine(order)] },
      { type: "button", label: mail(count === 1 ? "guestTicket.button" : "showTickets"), href: order.link },
      ...eventBlocks(events),
      { type: "muted", text: [mail("dateChanged.calendar")] },
      sellerNotes({ ...order, terms: [] }),
    ],
    footer: privateFooter(order),
  };
}
