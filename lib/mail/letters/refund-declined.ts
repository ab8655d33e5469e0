import "server-only";

import { z } from "zod";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { eventsWith, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/order-facts.ts";
import { isReturned } from "#lib/orders/tickets.ts";

export const refundDeclined = orderMessage({
  details: z.looseObject({ admissions: z.array(idOf).default([]), reason: z.string().max(1000).nullish() }),
  changesTickets: false,
  letter(paid, { admissions, reason }) {
    // Of tickets that were returned meanwhile there is nothing to decline.
    const valid = paid.sales.flatMap(({ tickets }) => tickets).filter(({ admission }) => !isReturned(admission));
    const ids = valid.flatMap(({ admission: { id } }) =>
      admissions.length === 0 || admissions.includes(id) ? id : [],
    );
    if (ids.length === 0) return "nothing_to_send";
    const facts = { order: paid.order, events: eventsWith(paid, ids), reason: reason ?? undefined };
    return { letter: refundDeclinedLetter(facts, paid.shop) };
  },
});

type DeclinedFacts = {
  readonly order: OrderFacts;
  readonly events: readonly EventFacts[];
  readonly reason?: string | undefined;
};

/** Returns the message that the organiser declined a refund request of the buyer. */
export function refundDeclinedLetter(given: DeclinedFacts, shop: Shop): Letter {
  const { order, events, reason } = plainFacts(given);
  const { mail, envelope, eventBlocks, orderLine, sellerNotes, privateFooter } = letterParts(shop);
  return {
    ...envelope,
    subject: mail("refundDeclined.subject", { reference: order.reference }),
    preview: mail("refundDeclined.lead"),
    title: mail("refundDeclined.title"),
    blocks: [
      { type: "lead", text: [mail("refundDeclined.lead")] },
      ...(reason ? [{ type: "muted", text: [mail("refundDeclined.reason", { reason })] } as const] : []),
      { type: "muted", text: [orderLine(order)] },
      { type: "button", label: mail("showOrder"), href: order.link },
      ...eventBlocks(events),
      sellerNotes({ terms: [] }),
    ],
    footer: privateFooter(order),
  };
}
