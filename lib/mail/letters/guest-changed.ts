import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { idOf, messageKind } from "#lib/mail/message-kind.ts";
import { type EventFacts, eventsOf, type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { isValid, ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealGuestLink } from "#lib/session/links/links.ts";

const CHANGES = ["MOVED", "CANCELLED", "REINSTATED"] as const;
type Change = (typeof CHANGES)[number];

/** The message to a guest that the date of the ticket moved, is cancelled, or takes place after all. What becomes of the money is the buyer's. */
export const guestChanged = messageKind({
  details: z.looseObject({ admission: idOf, change: z.enum(CHANGES) }),
  changesTickets: true,
  needsSales: true,
  async write({ sales, details: { admission: id, change }, locale }) {
    const found = await ticketsOfSales(sales);
    const sale = found?.find(({ tickets }) => tickets.some(({ admission }) => admission.id === id));
    const ticket = sale?.tickets.find(({ admission }) => admission.id === id);
    if (sale === undefined || ticket === undefined) return "not_found";
    const [event] = eventsOf(sale, locale, (one) => one === ticket);
    const isStillSo = isValid(ticket) === (change !== "CANCELLED");
    if (!isStillSo || event === undefined) return "nothing_to_send";
    const link = `${env().FOYER_ORIGIN}/${locale}/sales/${await sealGuestLink(sale.sale.key, id)}/guest`;
    return { letter: guestChangedLetter({ event, link, change }, await shopFor(locale)) };
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
      ...eventBlocks([event]),
    ],
    footer: [[mail("guestTicket.keepPrivate")]],
  };
}
