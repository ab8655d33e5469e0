import "server-only";

import type { Block, Letter, Sentence } from "#lib/mail/letter.ts";
import type { OrderFacts, Shop } from "#lib/mail/mail-facts.ts";
import { envelope, eventsInWords, type MailWords, mailWords, plainFacts } from "#lib/mail/mail-words.ts";
import { eventCard, orderLine, receiptBlocks, sellerNotes } from "#lib/mail/order-blocks.ts";

/** Returns "Your tickets": everything about one payment, and the link of its page. `areReplaced`: their codes are new. */
export function ticketsLetter(given: OrderFacts, shop: Shop, areReplaced = false): Letter {
  const order = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail, sale } = words;
  const name = order.buyer?.firstName ?? "";
  return {
    ...envelope(shop),
    subject: mail("tickets.subject", { event: eventsInWords(order.events, words) }),
    preview: orderLine(order, words),
    title: sale("title"),
    blocks: [
      { type: "lead", text: [name === "" ? mail("tickets.leadNoName") : mail("tickets.lead", { name })] },
      { type: "muted", text: [orderLine(order, words)] },
      ...(areReplaced ? [{ type: "notice", tone: "warn", text: [mail("tickets.replaced")] } as const] : []),
      { type: "button", label: mail("showTickets"), href: order.link },
      { type: "muted", text: attachedLine(order, words) },
      ...guestsNotice(order, words),
      ...order.events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
      ...(order.receipt ? receiptBlocks(order.receipt, shop, words) : []),
      sellerNotes(order, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}

/** Returns the message of a paid order without a ticket that is ready: who is coming is asked first. */
export function guestDetailsLetter(given: OrderFacts, shop: Shop): Letter {
  const order = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail, guests } = words;
  return {
    ...envelope(shop),
    subject: mail("guestDetails.subject", { event: eventsInWords(order.events, words) }),
    preview: orderLine(order, words),
    title: mail("guestDetails.title"),
    blocks: [
      { type: "lead", text: [mail("guestDetails.lead")] },
      { type: "muted", text: [orderLine(order, words)] },
      { type: "button", label: guests("addDetails"), href: order.link },
      ...order.events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
      ...(order.receipt ? receiptBlocks(order.receipt, shop, words) : []),
      sellerNotes(order, shop, words),
    ],
    footer: privateFooter(order, words),
  };
}

/** Returns the footer of a message with an order's link. */
export function privateFooter({ buyer, link }: OrderFacts, { mail }: MailWords): readonly Sentence[] {
  const bought = buyer === undefined ? [] : [mail("boughtWith", { email: buyer.email })];
  return [[mail("keepPrivate")], [...bought, { link: mail("wrongAddress"), href: `${link}/email` }]];
}

function attachedLine({ link }: OrderFacts, { mail, sale }: MailWords): Sentence {
  return [{ link: sale("calendar"), href: `${link}/calendar` }, "·", mail("tickets.attached")];
}

function guestsNotice({ guestsWaiting, link }: OrderFacts, { guests }: MailWords): readonly Block[] {
  if (guestsWaiting === 0) return [];
  const text: Sentence = [
    { strong: `${guests("waiting", { count: guestsWaiting })}.` },
    guests("waitingText", { count: guestsWaiting }),
    { link: guests("addDetails"), href: link },
  ];
  return [{ type: "notice", tone: "warn", text }];
}
