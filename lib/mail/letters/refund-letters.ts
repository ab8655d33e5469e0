import "server-only";

import type { Block, Letter } from "#lib/mail/letter.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/mail-facts.ts";
import { envelope, mailWords, plainFacts } from "#lib/mail/mail-words.ts";
import { eventCard, orderLine, sellerNotes } from "#lib/mail/order-blocks.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { privateFooter } from "./order-letters.ts";

type RefundFacts = {
  readonly order: OrderFacts;
  /** The refunded tickets. */
  readonly events: readonly EventFacts[];
  readonly amount: Money;
  readonly feeKept?: Money | undefined;
  /** The part of the amount that was paid in cash. */
  readonly byHand?: Money | undefined;
  readonly reason?: string | undefined;
};

/** Returns the message that money went back; for tickets that cost nothing or were paid in cash, that they were returned. */
export function refundedLetter(given: RefundFacts, shop: Shop): Letter {
  const { order, events, amount, feeKept, byHand, reason } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail } = words;
  const sent = { ...amount, minor: amount.minor - (byHand?.minor ?? 0) };
  const money = formatMoney(sent, shop.language);
  const isNothingSent = isZero(sent);
  const notes = [
    ...(isNothingSent ? [] : [mail("refunded.bank")]),
    ...(byHand && !isZero(byHand) ? [mail("refunded.byHand", { amount: formatMoney(byHand, shop.language) })] : []),
    ...(feeKept && !isZero(feeKept) ? [mail("refunded.feeKept", { amount: formatMoney(feeKept, shop.language) })] : []),
    ...(reason ? [mail("refunded.reason", { reason })] : []),
  ];
  return {
    ...envelope(shop),
    subject: mail("refunded.subject", { reference: order.reference }),
    preview: orderLine(order, words),
    title: isNothingSent ? mail("refunded.returnedTitle") : mail("refunded.title", { amount: money }),
    blocks: [
      { type: "lead", text: [isNothingSent ? mail("refunded.returned") : mail("refunded.lead", { amount: money })] },
      ...notes.map((note): Block => ({ type: "muted", text: [note] })),
      { type: "button", label: mail("showOrder"), href: order.link },
      { type: "muted", text: [orderLine(order, words)] },
      ...events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
      sellerNotes({ ...order, terms: [], refundRules: [] }, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}

type RequestFacts = { readonly order: OrderFacts; readonly events: readonly EventFacts[] };

/** Returns the message that the organiser declined a refund request of the buyer. */
export function refundDeclinedLetter(
  given: RequestFacts & { readonly reason?: string | undefined },
  shop: Shop,
): Letter {
  const { order, events, reason } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail } = words;
  return {
    ...envelope(shop),
    subject: mail("refundDeclined.subject", { reference: order.reference }),
    preview: mail("refundDeclined.lead"),
    title: mail("refundDeclined.title"),
    blocks: [
      { type: "lead", text: [mail("refundDeclined.lead")] },
      ...(reason ? [{ type: "muted", text: [mail("refundDeclined.reason", { reason })] } as const] : []),
      { type: "button", label: mail("showOrder"), href: order.link },
      { type: "muted", text: [orderLine(order, words)] },
      ...events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
      sellerNotes({ ...order, terms: [] }, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}

/** Returns the message to the organiser's support, with the page of all requests. It has no link of the order, which is the buyer's alone. */
export function refundRequestedLetter(given: RequestFacts & { readonly listLink: string }, shop: Shop): Letter {
  const { order, events, listLink } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail } = words;
  const { firstName = "", lastName = "", email } = order.buyer ?? {};
  const name = `${firstName} ${lastName}`.trim() || (email ?? order.reference);
  return {
    ...envelope(shop),
    subject: mail("refundRequested.subject", { reference: order.reference }),
    preview: orderLine(order, words),
    title: mail("refundRequested.title"),
    blocks: [
      { type: "lead", text: [mail("refundRequested.lead", { name })] },
      ...(email === undefined ? [] : [{ type: "muted", text: [mail("refundRequested.email", { email })] } as const]),
      { type: "muted", text: [orderLine(order, words)] },
      ...events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
      { type: "muted", text: [mail("refundRequested.note")] },
      { type: "button", label: mail("refundRequested.button"), href: listLink },
    ],
    footer: [],
  };
}
