import "server-only";

import type { Block, Letter, Sentence } from "#lib/mail/letter.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/mail-facts.ts";
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

/** Returns the links to all orders of an address. Each order's `link` is one that ends after a day. */
export function findTicketsLetter(given: readonly OrderFacts[], shop: Shop): Letter {
  const orders = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail, sale } = words;
  return {
    ...envelope(shop),
    subject: mail("findTickets.subject"),
    preview: mail("findTickets.lead"),
    title: sale("title"),
    blocks: [
      { type: "lead", text: [mail("findTickets.lead")] },
      ...orders.flatMap((order): Block[] => [
        { type: "heading", text: orderLine(order, words) },
        ...order.events.map((event): Block => ({ type: "event", event: eventCard(event, shop, words) })),
        { type: "button", label: mail("findTickets.button"), href: order.link },
      ]),
    ],
    footer: [[mail("keepPrivate")], [mail("ignore")]],
  };
}

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
