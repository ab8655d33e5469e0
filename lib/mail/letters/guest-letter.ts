import "server-only";

import type { Letter } from "#lib/mail/letter.ts";
import type { EventFacts, Shop } from "#lib/mail/mail-facts.ts";
import { envelope, mailWords, plainFacts } from "#lib/mail/mail-words.ts";
import { eventCard } from "#lib/mail/order-blocks.ts";

export type GuestFacts = {
  readonly event: EventFacts;
  /** The address of the guest's own page, which opens this ticket and nothing else of the order. */
  readonly link: string;
  /** The guest has to answer questions before the ticket is valid. */
  readonly isPending: boolean;
};

/** Returns "A ticket for you". It has no price, no receipt and no other ticket. */
export function guestTicketLetter(given: GuestFacts, shop: Shop): Letter {
  const { event, link, isPending } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail } = words;
  const lead = mail(isPending ? "guestTicket.leadPending" : "guestTicket.lead");
  return {
    ...envelope(shop),
    subject: mail("guestTicket.subject", { event: event.name }),
    preview: lead,
    title: mail("guestTicket.title"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "button", label: mail(isPending ? "guestTicket.buttonPending" : "guestTicket.button"), href: link },
      { type: "event", event: eventCard(event, shop, words) },
    ],
    footer: [[mail("guestTicket.keepPrivate")]],
  };
}
