import "server-only";

import { z } from "zod";
import { greetingName } from "#lib/i18n/typed-text.ts";
import type { Block, Letter, Sentence } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import type { MailWords } from "#lib/mail/mail-words.ts";
import { hasValidTicket, orderMessage } from "#lib/mail/message-kind.ts";
import type { OrderFacts, Shop } from "#lib/mail/order-facts.ts";

/** The tickets of an order, with their files: when it is paid, and again when they have changed. */
export const tickets = orderMessage({
  details: z.looseObject({
    /** The buyer chose another date. */
    moved: z.boolean().default(false),
    /** The tickets have other codes than those that were sent before. */
    replaced: z.boolean().default(false),
  }),
  changesTickets: ({ moved, replaced }) => moved || replaced,
  letter(paid, { replaced }) {
    // Everything was refunded or cancelled since the message was written: its own messages say so.
    if (!hasValidTicket(paid)) return "nothing_to_send";
    return { letter: ticketsLetter(paid.order, paid.shop, replaced), hasPictures: true, filesOf: paid.sales };
  },
});

/** Returns "Your tickets": everything about one payment, and the link of its page. `areReplaced`: their codes are new. */
export function ticketsLetter(given: OrderFacts, shop: Shop, areReplaced = false): Letter {
  const order = plainFacts(given);
  const parts = letterParts(shop);
  const { mail, sale, guests } = parts;
  const name = greetingName(order.buyer?.firstName || (order.buyer?.lastName ?? ""));
  const count = countTickets(order.events);
  const lead = name === "" ? mail("tickets.leadNoName", { count }) : mail("tickets.lead", { name, count });
  return {
    ...parts.envelope,
    subject: mail(count === 1 ? "guestTicket.subject" : "tickets.subject", {
      event: parts.eventsInWords(order.events),
    }),
    preview: parts.orderLine(order),
    title: count === 1 ? guests("pageTitle") : sale("title"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "muted", text: [parts.orderLine(order)] },
      ...(areReplaced ? [{ type: "notice", tone: "warn", text: [mail("tickets.replaced")] } as const] : []),
      { type: "button", label: mail(count === 1 ? "guestTicket.button" : "showTickets"), href: order.link },
      {
        type: "muted",
        text: [{ link: sale("calendar"), href: `${order.link}/calendar` }, "·", mail("tickets.attached")],
      },
      ...guestsNotice(order, parts),
      ...parts.eventBlocks(order.events),
      ...parts.receiptBlocks(order),
      parts.sellerNotes(order),
    ],
    footer: parts.privateFooter(order),
  };
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
