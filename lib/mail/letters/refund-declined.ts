import "server-only";

import { z } from "zod";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { eventsWith, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/order-facts.ts";

export const refundDeclined = orderMessage({
  details: z.looseObject({ admissions: z.array(idOf).default([]), reason: z.string().max(1000).nullish() }),
  changesTickets: false,
  letter(paid, { admissions, reason }) {
    const facts = { order: paid.order, events: eventsWith(paid, admissions), reason: reason ?? undefined };
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
      { type: "button", label: mail("showOrder"), href: order.link },
      { type: "muted", text: [orderLine(order)] },
      ...eventBlocks(events),
      sellerNotes({ ...order, terms: [] }),
    ],
    footer: privateFooter(order),
  };
}
