import "server-only";

import { z } from "zod";
import { guestTicketFacts } from "#lib/mail/guest-ticket-facts.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { idOf, messageKind } from "#lib/mail/message-kind.ts";
import { type EventFacts, type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { isValid } from "#lib/orders/tickets.ts";

/** The message to a guest: one ticket and its own link, with nothing else of the order. */
export const guestTicket = messageKind({
  details: z.looseObject({ admission: idOf }),
  changesTickets: false,
  needsSales: true,
  async write({ sales, details, locale }) {
    const facts = await guestTicketFacts(sales, details.admission, locale);
    if (facts === undefined) return "not_found";
    const { ticket, event, linkOf } = facts;
    if (!isValid(ticket) || event === undefined) return "nothing_to_send";
    const link = await linkOf();
    const isPending = ticket.admission.status === "PENDING_GUEST_DETAILS";
    return { letter: guestTicketLetter({ event, link, isPending }, await shopFor(locale)), hasPictures: true };
  },
});

type GuestFacts = {
  readonly event: EventFacts;
  /** The address of the guest's own page, which opens this ticket and nothing else of the order. */
  readonly link: string;
  /** The guest has to answer questions before the ticket is valid. */
  readonly isPending: boolean;
};

/** Returns "A ticket for you". It has no price, no receipt and no other ticket. */
export function guestTicketLetter(given: GuestFacts, shop: Shop): Letter {
  const { event, link, isPending } = plainFacts(given);
  const { mail, envelope, eventBlocks } = letterParts(shop);
  const lead = mail(isPending ? "guestTicket.leadPending" : "guestTicket.lead");
  return {
    ...envelope,
    subject: mail("guestTicket.subject", { event: event.name }),
    preview: lead,
    title: mail("guestTicket.title"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "button", label: mail(isPending ? "guestTicket.buttonPending" : "guestTicket.button"), href: link },
      ...eventBlocks([event]),
    ],
    footer: [[mail("guestTicket.keepPrivate")]],
  };
}
