import "server-only";

import { z } from "zod";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { Reservation, ReservedLine, SaleState } from "#lib/ticketing/model/reservation.ts";
import { dateOnTicket, datesAndVenueOf, venue } from "#lib/ticketing/wire/catalogue/venue.ts";
import { advice, codes, savings } from "#lib/ticketing/wire/purchase/savings.ts";
import {
  absent,
  absentText,
  instant,
  key,
  money,
  optional,
  ref,
  refundPolicy,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

export const saleState = z.enum(["RESERVED", "LOCKED", "PROCESSING", "CONFIRMED", "UNFULFILLED"]);

const line = z
  .object({
    ticketType: ref,
    eventDate: ref,
    venueSection: absent(ref).catch(undefined),
    quantity: z.int().positive(),
    price: money,
    fee: absent(money),
    total: money,
    savings,
    totalAfterSavings: absent(money).catch(undefined),
  })
  .transform(({ ticketType, eventDate, venueSection, fee, ...line }) =>
    withoutUndefined({
      ...line,
      ticketTypeId: ticketType.id,
      name: ticketType.name,
      section: venueSection?.name || undefined,
      eventDateId: eventDate.id,
      fee: fee ?? { minor: 0, currency: line.price.currency },
    }),
  ) satisfies z.ZodType<ReservedLine>;

const invoice = z.object({ lines: optional(z.array(line), []), total: absent(money) });

const seconds = z.number().nonnegative().transform(Math.floor);

/**
 * Returns the schema of a reservation that was just made, or read again. `request` supplies what the service does not
 * repeat.
 */
export function reservation(request: { readonly key?: string; readonly eventId?: number }) {
  return z
    .object({
      successful: z.literal(true).optional(),
      key: request.key === undefined ? key : optional(key, request.key),
      multiSaleKey: key,
      status: saleState.catch("RESERVED" satisfies SaleState),
      event: absent(ref),
      expiry: absent(instant),
      expirySeconds: absent(seconds),
      invoice: absent(invoice),
      codes,
    })
    .transform(({ key, multiSaleKey, status, event, expiry, expirySeconds, invoice, codes }) =>
      withoutUndefined({
        key,
        cartId: multiSaleKey,
        eventId: event?.id ?? request.eventId ?? 0,
        eventName: event?.name ?? "",
        status,
        expiresAt: expiry,
        secondsLeft: expirySeconds,
        lines: invoice?.lines ?? [],
        total: invoice?.total,
        codes,
      }),
    ) satisfies z.ZodType<Reservation>;
}

const changedDate = z
  .object({ eventDate: z.int(), cancelled: z.boolean(), movedFrom: absent(instant) })
  .transform(({ eventDate, cancelled, movedFrom }) =>
    withoutUndefined({ eventDateId: eventDate, isCancelled: cancelled, movedFrom }),
  );

const cartSale = z
  .object({
    key,
    reference: absentText,
    status: saleState,
    event: ref,
    eventDates: optional(z.array(dateOnTicket), []),
    venue: absent(venue),
    ageLimit: absentText,
    refundPolicy,
    total: money,
    expiry: absent(instant),
    items: optional(z.array(line), []),
    changedDates: absent(z.array(changedDate)).catch(undefined),
  })
  .transform(({ event, eventDates, venue, expiry, items, ...sale }) => {
    const datesAndVenue = datesAndVenueOf(venue, eventDates);
    return withoutUndefined({
      ...sale,
      ...datesAndVenue,
      eventId: event.id,
      eventName: event.name,
      expiresAt: expiry,
      lines: items,
    });
  });

export const cart = z
  .object({
    key,
    total: money,
    gst: absent(money),
    expiry: absent(instant),
    expirySeconds: absent(seconds),
    sales: z.array(cartSale),
    savings,
    codes,
    advice,
  })
  .transform(({ key, gst, expiry, expirySeconds, ...cart }) =>
    withoutUndefined({ ...cart, id: key, tax: gst, expiresAt: expiry, secondsLeft: expirySeconds }),
  ) satisfies z.ZodType<Cart>;

export const extension = z.object({ successful: z.literal(true).optional(), expirySeconds: seconds });
