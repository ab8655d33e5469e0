import { z } from "zod";
import {
  datedRef,
  placedVenue,
  refundPolicy,
  sectionRef,
  toDatedRef,
  toPlacedVenue,
  toSectionRef,
} from "#src/catalogue/http/ticket-shapes.ts";
import { addMoney, type Money, taxInside, timesMoney } from "#src/platform/domain/money.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { sumByRule } from "#src/pricing/domain/engine/rule.ts";
import type { Loss } from "#src/pricing/domain/kept-terms.ts";
import { saving, toSaving } from "#src/pricing/http/code-shapes.ts";
import type { NewReservation, Sale, SaleLine } from "#src/reservations/domain/sale.ts";
import type { CartLosses } from "#src/reservations/use-cases/losses.ts";

// The shapes that reservation, cart and sale share.

export const key = z.string().regex(/^[A-Z0-9]{10}$/, "ten capital letters and digits are expected");

/** A key in a path. A malformed key gets 404, like an unknown one. */
export const keyParams = z.strictObject({ key: z.string() });

export const saleStatus = z.enum(["RESERVED", "LOCKED", "PROCESSING", "CONFIRMED", "UNFULFILLED"]);

export const saleRef = named("SaleRef", ref.extend({ key: z.string() }));

/** What is left when tickets are given back and the rest loses savings: its total, and the rules. Absent: it keeps its savings. */
const loss = z.object({ total: currency, lost: z.array(saving.omit({ amount: true })) });

const cartItem = named(
  "CartItem",
  z.object({
    ticketType: ref,
    eventDate: ref,
    /** The section of its tickets. Two ticket types may have the same name and differ in the section only. */
    venueSection: sectionRef,
    quantity: z.int(),
    price: currency,
    fee: currency,
    /** Price and fee of all its tickets, before its savings. */
    total: currency,
    savings: z.array(saving),
    /** The total less the savings. */
    totalAfterSavings: currency,
    /** In a cart: the loss by one ticket fewer, or by none left where its type is sold in larger numbers. */
    fewer: loss.extend({ quantity: z.int() }).optional(),
  }),
);

export const invoice = named(
  "Invoice",
  z.object({
    lines: z.array(cartItem),
    savings: z.array(saving),
    subtotal: currency,
    fees: currency,
    tax: currency,
    total: currency,
  }),
);

/** What the buyer of a ticket needs to know about its event, even when the catalogue no longer shows the event. */
export const soldFacts = {
  venue: placedVenue,
  eventDates: z.array(datedRef),
  ageLimit: z.string().nullable(),
  refundPolicy: refundPolicy.nullable(),
};

export const cartSale = named(
  "CartSale",
  z.object({
    id,
    key: z.string(),
    /** The reference that the buyer quotes, the same for all sales of a payment. Null before the payment. */
    reference: z.string().nullable(),
    status: saleStatus,
    event: ref,
    ...soldFacts,
    total: currency,
    expiry: z.string().nullable(),
    items: z.array(cartItem),
    /** The loss by giving back all tickets of its event. */
    without: loss.optional(),
    /** The dates of its items that are cancelled, or that moved since they were reserved. Absent: none. */
    changedDates: z
      .array(z.object({ eventDate: id, cancelled: z.boolean(), movedFrom: z.string().optional() }))
      .optional(),
  }),
);

function toCartItem(line: SaleLine): z.input<typeof cartItem> {
  const total = timesMoney(addMoney(line.price, line.fee), line.quantity);
  const minor = line.savings.reduce((left, saving) => left - saving.minor, total.minor);
  return {
    ticketType: toRef("ticketType", { id: line.ticketTypeId, name: line.ticketTypeName }),
    eventDate: toRef("eventDate", { id: line.eventDateId, name: line.eventDateName }),
    venueSection: toSectionRef(line.section),
    quantity: line.quantity,
    price: toCurrency(line.price),
    fee: toCurrency(line.fee),
    total: toCurrency(total),
    savings: line.savings.map((one) => toSaving(one, line.price.currency)),
    totalAfterSavings: toCurrency({ ...total, minor }),
  };
}

export function toInvoice({ lines, total }: Pick<NewReservation, "lines" | "total">): z.input<typeof invoice> {
  const none: Money = { minor: 0, currency: total.currency };
  return {
    lines: lines.map(toCartItem),
    savings: sumByRule(lines.flatMap(({ savings }) => savings)).map((one) => toSaving(one, total.currency)),
    subtotal: toCurrency(lines.map(({ price, quantity }) => timesMoney(price, quantity)).reduce(addMoney, none)),
    fees: toCurrency(lines.map(({ fee, quantity }) => timesMoney(fee, quantity)).reduce(addMoney, none)),
    tax: toCurrency(taxInside(total)),
    total: toCurrency(total),
  };
}

export function toCartSale(sale: Sale, { ofLine, ofEvent }: CartLosses): z.input<typeof cartSale> {
  const { currency } = sale.total;
  const without = ofEvent(sale.eventId);
  return {
    id: sale.id,
    key: sale.key,
    reference: shownReference(sale),
    status: shownStatus(sale),
    event: toRef("event", { id: sale.eventId, name: sale.eventName }),
    ...toSoldFacts(sale),
    total: toCurrency(sale.total),
    expiry: isWaiting(sale) ? toInstant(sale.expiresAt) : null,
    items: sale.lines.map((line) => {
      const fewer = ofLine(sale.id, line.ticketTypeId);
      return {
        ...toCartItem(line),
        ...(fewer && { fewer: { ...toLoss(fewer, currency), quantity: fewer.quantity } }),
      };
    }),
    ...(without && { without: toLoss(without, currency) }),
    ...(sale.changedDates.length > 0 && {
      changedDates: sale.changedDates.map(({ eventDateId, isCancelled, movedFrom }) => ({
        eventDate: eventDateId,
        cancelled: isCancelled,
        ...(movedFrom && { movedFrom: toInstant(movedFrom) }),
      })),
    }),
  };
}

function toLoss({ totalMinor, rules }: Loss, currency: string): z.input<typeof loss> {
  const lost = rules.map(({ ruleId, name }) => ({ rule: ruleId, name }));
  return { total: toCurrency({ minor: totalMinor, currency }), lost };
}

export function toSoldFacts({ venue, dates, ageLimit, refundPolicy }: Sale) {
  const eventDates = dates.map((date) => toDatedRef(date, venue));
  return {
    venue: toPlacedVenue(venue),
    eventDates,
    ageLimit: ageLimit ?? null,
    refundPolicy: refundPolicy ?? null,
  };
}

/** Returns the reference of a sale that is being paid or was paid. The payment after a declined one gets a new reference. */
export function shownReference(sale: Pick<Sale, "status" | "reference">): string | null {
  return isWaiting(sale) ? null : (sale.reference ?? null);
}

export function toSaleRef(sale: Sale): z.input<typeof saleRef> {
  return { id: sale.id, name: sale.eventName, link: `/v2/reservation/${sale.key}`, key: sale.key };
}

/** Returns the status on the wire. Throws for RELEASED and EXPIRED, which reads never return. */
export function shownStatus({ status }: Pick<Sale, "status">): z.input<typeof saleStatus> {
  if (status === "RELEASED" || status === "EXPIRED") throw new Error("A released or expired sale was read.");
  return status;
}

export function isWaiting({ status }: Pick<Sale, "status">): boolean {
  return status === "RESERVED" || status === "LOCKED";
}

/** Returns an instant without a venue, such as an expiry, in UTC. */
export function toInstant(instant: Date): string {
  return formatInstant(instant, "UTC");
}
