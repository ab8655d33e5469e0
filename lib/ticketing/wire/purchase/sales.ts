import "server-only";

import { z } from "zod";
import type { Cart } from "#lib/domain/cart/cart.ts";
import type { Reservation, ReservedLine, SaleState } from "#lib/domain/reservation/reservation.ts";
import { dateOnTicket, occasionOf, venue } from "#lib/ticketing/wire/catalogue/venue.ts";
import { advice, codes, savings } from "#lib/ticketing/wire/purchase/savings.ts";
import { absent, instant, key, known, money, optional, ref } from "#lib/ticketing/wire/shapes.ts";

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
    known({
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

/** A reservation just made, or read again. `eventId` is the caller's own when the service does not repeat it. */
export function reservation(asked: { readonly key?: string; readonly eventId?: number }) {
  return z
    .object({
      successful: z.literal(true).optional(),
      key: asked.key === undefined ? key : optional(key, asked.key),
      multiSaleKey: key,
      status: saleState.catch("RESERVED" satisfies SaleState),
      event: absent(ref),
      expiry: absent(instant),
      expirySeconds: absent(seconds),
      invoice: absent(invoice),
      codes,
    })
    .transform(({ key, multiSaleKey, status, event, expiry, expirySeconds, invoice, codes }) =>
      known({
        key,
        cartId: multiSaleKey,
        eventId: event?.id ?? asked.eventId ?? 0,
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

const cartSale = z
  .object({
    key,
    status: saleState,
    event: ref,
    eventDates: optional(z.array(dateOnTicket), []),
    venue: absent(venue),
    total: money,
    expiry: absent(instant),
    items: optional(z.array(line), []),
  })
  .transform(({ event, eventDates, venue, expiry, items, ...sale }) => {
    const occasion = occasionOf(venue, eventDates);
    return known({ ...sale, ...occasion, eventId: event.id, eventName: event.name, expiresAt: expiry, lines: items });
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
    known({ ...cart, id: key, tax: gst, expiresAt: expiry, secondsLeft: expirySeconds }),
  ) satisfies z.ZodType<Cart>;

/** An unused cart id: `{ key }`, or the bare text. */
export const newCart = z.union([key, z.object({ key }).transform(({ key }) => key)]);

export const extension = z.object({ successful: z.literal(true).optional(), expirySeconds: seconds });
