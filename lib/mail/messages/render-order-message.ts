import "server-only";

import { env } from "#lib/env.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { cancelledLetter, dateChangedLetter, reinstatedLetter } from "#lib/mail/letters/change-letters.ts";
import { guestDetailsLetter, ticketsLetter } from "#lib/mail/letters/order-letters.ts";
import { refundDeclinedLetter, refundedLetter, refundRequestedLetter } from "#lib/mail/letters/refund-letters.ts";
import type { OrderFacts, Shop } from "#lib/mail/mail-facts.ts";
import { isValid, type Ticket, type TicketedSale, ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealSaleLink } from "#lib/session/links/links.ts";
import type { MessageOf } from "#lib/ticketing/wire/message.ts";
import { eventsOf, orderFacts, shopFor } from "./facts-of-order.ts";

type OrderKind =
  | "TICKETS"
  | "GUEST_DETAILS_WANTED"
  | "DATE_CHANGED"
  | "CANCELLED"
  | "REINSTATED"
  | "REFUNDED"
  | "REFUND_REQUESTED"
  | "REFUND_DECLINED";

type OrderMessage = {
  readonly letter: Letter;
  readonly sales: readonly TicketedSale[];
  /** The order's PDF and calendar file are attached. */
  readonly hasFiles: boolean;
};

/** Returns a message about one order, with the sales whose files are attached. */
export async function orderMessage(
  body: MessageOf<OrderKind>,
  locale: string,
): Promise<OrderMessage | "nothing_to_send" | "not_found"> {
  const found = await ticketsOfSales(body.sales);
  if (found === undefined) return "not_found";
  const sales = found.filter(({ sale }) => sale.status === "CONFIRMED");
  if (sales.length === 0) return "nothing_to_send";
  const link = await sealSaleLink(sales.map(({ sale }) => sale.key));
  const order = await orderFacts(sales, { link: `${env().FOYER_ORIGIN}/${locale}/sales/${link}`, locale });
  return letterOf(body, { sales, order, shop: await shopFor(locale) });
}

type Context = { readonly sales: readonly TicketedSale[]; readonly order: OrderFacts; readonly shop: Shop };

function letterOf(body: MessageOf<OrderKind>, { sales, order, shop }: Context): OrderMessage | "nothing_to_send" {
  const hasValid = sales.some(({ tickets }) => tickets.some(isValid));
  const without = (letter: Letter): OrderMessage => ({ letter, sales, hasFiles: false });
  switch (body.kind) {
    case "TICKETS":
      // Everything was refunded or cancelled since the message was written: its own messages say so.
      if (!hasValid) return "nothing_to_send";
      return { letter: ticketsLetter(order, shop, body.details.replaced), sales, hasFiles: true };
    case "GUEST_DETAILS_WANTED":
      return hasValid && order.guestsWaiting > 0 ? without(guestDetailsLetter(order, shop)) : "nothing_to_send";
    case "DATE_CHANGED": {
      const { event, eventDate, before } = body.details;
      const changed = changedOf(
        sales,
        { eventId: event, locale: shop.language },
        (ticket) => isValid(ticket) && ticket.eventDate?.id === eventDate,
      );
      if (changed.events.length === 0) return "nothing_to_send";
      const isSameVenue = changed.events.some(({ venue }) => venue === before?.venue);
      const past = { ...before, venue: isSameVenue ? undefined : before?.venue };
      const letter = dateChangedLetter({ order, ...changed, before: past }, shop);
      return { letter, sales, hasFiles: true };
    }
    case "REINSTATED": {
      const { event, eventDate } = body.details;
      const changed = changedOf(
        sales,
        { eventId: event, locale: shop.language },
        (ticket) => isValid(ticket) && (eventDate == null || ticket.eventDate?.id === eventDate),
      );
      // Cancelled again since, or none of its tickets is valid.
      if (changed.events.length === 0) return "nothing_to_send";
      return { letter: reinstatedLetter({ order, ...changed }, shop), sales, hasFiles: true };
    }
    case "CANCELLED": {
      const { event, eventDate, refunds, choices } = body.details;
      const isOfDate = ({ eventDate: date }: Ticket) => eventDate == null || date?.id === eventDate;
      const changed = changedOf(sales, { eventId: event, locale: shop.language }, isOfDate);
      return without(
        cancelledLetter({ order, ...changed, hasChoices: choices, refunds, isDateOnly: eventDate != null }, shop),
      );
    }
    case "REFUNDED": {
      const { amount, feeKept, byHand, reason, admissions } = body.details.refund;
      const events = sales.flatMap((sale) => eventsOf(sale, shop.language, isOneOf(admissions)));
      const facts = {
        order,
        events,
        amount,
        feeKept: feeKept ?? undefined,
        byHand: byHand ?? undefined,
        reason: reason ?? undefined,
      };
      return without(refundedLetter(facts, shop));
    }
    case "REFUND_REQUESTED": {
      const events = sales.flatMap((sale) => eventsOf(sale, shop.language, isOneOf(body.details.admissions)));
      const listLink = `${env().FOYER_ORIGIN}/${shop.language}/promoter/refunds`;
      return without(refundRequestedLetter({ order, events, listLink }, shop));
    }
    case "REFUND_DECLINED": {
      const { admissions, reason } = body.details;
      const events = sales.flatMap((sale) => eventsOf(sale, shop.language, isOneOf(admissions)));
      return without(refundDeclinedLetter({ order, events, reason: reason ?? undefined }, shop));
    }
  }
}

type Changed = { readonly eventId: number; readonly locale: string };

function changedOf(
  sales: readonly TicketedSale[],
  { eventId, locale }: Changed,
  isWanted: (ticket: Ticket) => boolean,
) {
  const ofEvent = sales.filter(({ sale }) => sale.eventId === eventId);
  const event = (ofEvent[0] ?? sales[0])?.sale.eventName ?? "";
  return { event, events: ofEvent.flatMap((sale) => eventsOf(sale, locale, isWanted)) };
}

/** Without a list the message is about all tickets. */
function isOneOf(admissionIds: readonly number[]): (ticket: Ticket) => boolean {
  return ({ admission }) => admissionIds.length === 0 || admissionIds.includes(admission.id);
}
