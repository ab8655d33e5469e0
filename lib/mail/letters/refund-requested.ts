import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { eventsWith, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/order-facts.ts";
import { fullName } from "#lib/ticketing/model/buyer.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";

export const refundRequested = orderMessage({
  details: z.looseObject({ admissions: z.array(idOf).default([]), reason: z.string().max(1000).nullish() }),
  changesTickets: false,
  letter(paid, { admissions, reason: given }) {
    const { order, shop } = paid;
    const reason = given ?? undefined;
    const listLink = `${env().FOYER_ORIGIN}/${shop.language}/promoter/refunds`;
    return { letter: refundRequestedLetter({ order, events: eventsWith(paid, admissions), reason, listLink }, shop) };
  },
});

type RequestFacts = {
  readonly order: OrderFacts;
  readonly events: readonly EventFacts[];
  /** The buyer's. */
  readonly reason?: string | undefined;
  /** The page of all requests. */
  readonly listLink: string;
};

/** Returns the message to the organiser's support, with the page of all requests. It has no link of the order, which is the buyer's alone. */
export function refundRequestedLetter(given: RequestFacts, shop: Shop): Letter {
  const { order, events, reason, listLink } = plainFacts(given);
  const { mail, sale, envelope, eventBlocks, orderLine } = letterParts(shop);
  const total = order.receipt && sale("paidTotal", { total: formatMoney(order.receipt.total, shop.language) });
  const email = order.buyer?.email;
  const name = (order.buyer && fullName(order.buyer)) || (email ?? order.reference);
  return {
    ...envelope,
    subject: mail("refundRequested.subject", { reference: order.reference }),
    preview: orderLine(order),
    title: mail("refundRequested.title"),
    blocks: [
      { type: "lead", text: [mail("refundRequested.lead", { name, count: countTickets(events) })] },
      ...(reason ? [{ type: "muted", text: [mail("refundRequested.reason", { reason })] } as const] : []),
      ...(email === undefined ? [] : [{ type: "muted", text: [{ name: email }] } as const]),
      { type: "muted", text: [orderLine(order)] },
      ...(total === undefined ? [] : [{ type: "muted", text: [total] } as const]),
      ...eventBlocks(events),
      { type: "muted", text: [mail("refundRequested.note")] },
      { type: "button", label: mail("refundRequested.button"), href: listLink },
    ],
    footer: [],
  };
}
