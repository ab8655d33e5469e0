import "server-only";

import { z } from "zod";
import { guestTicketFacts } from "#lib/mail/guest-ticket-facts.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { idOf, messageKind } from "#lib/mail/message-kind.ts";
import { type EventFacts, type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { isValid } from "#lib/orders/tickets.ts";

const CHANGES = ["MOVED", "CANCELLED", "REINSTATED"] as const;
type Change = (typeof CHANGES)[number];

/** The message to a guest that the date of the ticket moved, is cancelled, or takes place after all. What becomes of the money is the buyer's. */
export const guestChanged = messageKind({
  details: z.looseObject({ admission: idOf, change: z.enum(CHANGES) }),
  changesTickets: true,
  needsSales: true,
  async write({ sales, details: { admission: id, change }, locale }) {
    const facts = await guestTicketFacts(sales, id, locale);
    if (facts === undefined) return "not_found";
    const { ticket, event, linkOf } = facts;
    const isStillSo = isValid(ticket) === (change !== "CANCELLED");
    if (!isStillSo || event === undefined) return "nothing_to_send";
    return { letter: guestChangedLetter({ event, link: await linkOf(), change }, await shopFor(locale)) };
  },
});

/** The keys of the subject and the lead. */
const WORDS = {
  MOVED: ["dateChanged.subjectDate", "guestChanged.moved"],
  CANCELLED: ["cancelled.subject", "guestChanged.cancelled"],
  REINSTATED: ["reinstated.subject", "guestChanged.reinstated"],
} as const;

type ChangedFacts = {
  readonly event: EventFacts;
  /** The address of the guest's own page. */
  readonly link: string;
  readonly change: Change;
};

/** Returns the message about the date as it is now. */
export function guestChangedLetter(given: ChangedFacts, shop: Shop): Letter {
  const { event, link, change } = plainFacts(given);
  const { mail, envelope, eventBlocks } = letterParts(shop);
  const [subjectKey, leadKey] = WORDS[change];
  const subject = mail(subjectKey, { event: event.name });
  const lead = mail(leadKey);
  return {
    ...envelope,
    subject,
    preview: lead,
    title: subject,
    blocks: [
      { type: "lead", text: [lead] },
      { type: "button", label: mail("guestTicket.button"), href: link },
      ...eventBlocks([event], change === "CANCELLED" ? mail("state.cancelled") : undefined),
    ],
    footer: [[mail("guestTicket.keepPrivate")]],
  };
}
