import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { eventsWith, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/order-facts.ts";

export const refundRequested = orderMessage({
  details: z.looseObject({ admissions: z.array(idOf).default([]) }),
  changesTickets: false,
  letter(paid, { admissions }) {
    const { order, shop } = paid;
    const listLink = `${env().FOYER_ORIGIN}/${shop.language}/promoter/refunds`;
    return { letter: refundRequestedLetter({ order, events: eventsWith(paid, admissions), listLink }, shop) };
  },
});

type RequestFacts = {
  readonly order: OrderFacts;
  readonly events: readonly EventFacts[];
  /** The page of all requests. */
  readonly listLink: string;
};

/** Returns the message to the organiser's support, with the page of all requests. It has no link of the order, which is the buyer's alone. */
export function refundRequestedLetter(given: RequestFacts, shop: Shop): Letter {
  const { order, events, listLink } = plainFacts(given);
  const { mail, envelope, eventBlocks, orderLine } = letterParts(shop);
  const { firstName = "", lastName = "", email } = order.buyer ?? {};
  const name = `${firstName} ${lastName}`.trim() || (email ?? order.reference);
  return {
    ...envelope,
    subject: mail("refundRequested.subject", { reference: order.reference }),
    preview: orderLine(order),
    title: mail("refundRequested.title"),
    blocks: [
      { type: "lead", text: [mail("refundRequested.lead", { name, count: countTickets(events) })] },
      ...(email === undefined ? [] : [{ type: "muted", text: [mail("refundRequested.email", { email })] } as const]),
      { type: "muted", text: [orderLine(order)] },
      ...eventBlocks(events),
      { type: "muted", text: [mail("refundRequested.note")] },
      { type: "button", label: mail("refundRequested.button"), href: listLink },
    ],
    footer: [],
  };
}
