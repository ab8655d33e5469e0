import "server-only";

import { z } from "zod";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { type ChangedFacts, changedFacts, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { Shop } from "#lib/mail/order-facts.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { isZero } from "#lib/ticketing/model/money.ts";

export const cancelled = orderMessage({
  details: z.looseObject({
    event: idOf,
    eventDate: idOf.nullish(),
    refunds: z.boolean().default(false),
    choices: z.boolean().default(false),
  }),
  changesTickets: true,
  letter(paid, { event, eventDate, refunds, choices }) {
    const changed = changedFacts(paid, event, (ticket) => eventDate == null || ticket.eventDate?.id === eventDate);
    const ofEvent = paid.sales.filter(({ sale }) => sale.eventId === event);
    const isOfDate = (id: number | undefined) => eventDate == null || id === eventDate;
    const choicesNow = ofEvent.flatMap(({ sale }) => sale.choices ?? []);
    const canMove = choicesNow.some(
      ({ eventDateId, dates }) => isOfDate(eventDateId) && dates.some((one) => one.hasPlaces),
    );
    const given = {
      ...changed,
      hasChoices: choices,
      canMove,
      refunds,
      isDateOnly: eventDate != null,
      isFree: isFree(ofEvent),
    };
    // Of a cancelled date that date alone: other dates had messages of their own.
    const cancelsDatesOf = ofEvent.map((sale) => ({
      ...sale,
      tickets: sale.tickets.filter((ticket) => eventDate == null || ticket.eventDate?.id === eventDate),
    }));
    return { letter: cancelledLetter(given, paid.shop), cancelsDatesOf };
  },
});

/** Returns whether nothing was paid for any of these sales. */
function isFree(sales: readonly TicketedSale[]): boolean {
  return sales.every(({ sale }) => isZero(sale.total));
}

type CancelledFacts = ChangedFacts & {
  /** One date of several: the event goes on. */
  readonly isDateOnly: boolean;
  /** The money is on its way without a press of the buyer. */
  readonly refunds: boolean;
  /** The buyer chooses on a page of the order: a refund, or to keep the tickets. */
  readonly hasChoices: boolean;
  /** Another date has places for them, and may be chosen too. */
  readonly canMove: boolean;
  /** Nothing was paid, so nothing goes back. */
  readonly isFree: boolean;
};

/** Returns the message that an event or a date is cancelled, and what happens to the money. */
export function cancelledLetter(given: CancelledFacts, shop: Shop): Letter {
  const { order, events, event, hasChoices, canMove, refunds, isDateOnly, isFree } = plainFacts(given);
  const { mail, envelope, eventBlocks, cancelledDate, orderLine, sellerNotes, privateFooter } = letterParts(shop);
  const count = countTickets(events);
  const options = mail(canMove ? "cancelled.choices" : "cancelled.choicesEvent", { count });
  const money = refunds ? mail("cancelled.refunds", { count }) : mail("cancelled.contact");
  const next = hasChoices ? options : isFree ? wordsOf(shop.language).Sale.cancelledFree : money;
  const button = hasChoices
    ? { label: mail("cancelled.choose"), href: `${order.link}/choice` }
    : { label: mail("showOrder"), href: order.link };
  return {
    ...envelope,
    subject: mail("cancelled.subject", { event }),
    preview: next,
    title: mail(isDateOnly ? "cancelled.dateTitle" : "cancelled.title", { event }),
    blocks: [
      ...cancelledDate(isDateOnly, events),
      { type: "lead", text: [next] },
      { type: "muted", text: [orderLine(order.events.length === 0 ? { ...order, events } : order)] },
      { type: "button", ...button },
      ...eventBlocks(events, mail("state.cancelled")),
      { type: "muted", text: [mail("cancelled.calendar")] },
      sellerNotes({ terms: [] }),
    ],
    // The link still chooses what becomes of these tickets.
    footer: privateFooter(hasChoices ? { ...order, events } : order),
  };
}
