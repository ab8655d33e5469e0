import "server-only";

import { z } from "zod";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { Reservation, ReservedLine } from "#lib/ticketing/model/reservation.ts";
import { dateOnTicket, datesAndVenueOf, venue } from "#lib/ticketing/wire/catalogue/venue.ts";
import { advice, codes, savings } from "#lib/ticketing/wire/purchase/savings.ts";
import {
  absent,
  absentText,
  id,
  ifReadable,
  instant,
  key,
  money,
  objectOf,
  readableRows,
  ref,
  refundPolicy,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

export const saleState = z.enum(["RESERVED", "LOCKED", "PROCESSING", "CONFIRMED", "UNFULFILLED"]);

const loss = z.object({ total: money, lost: z.array(z.object({ rule: z.string(), name: z.string() })).min(1) });

const line = z
  .object({
    ticketType: ref,
    eventDate: ref,
    venueSection: ifReadable(ref),
    quantity: z.int().positive(),
    price: money,
    fee: ifReadable(money),
    total: money,
    savings,
    totalAfterSavings: ifReadable(money),
    fewer: ifReadable(loss.extend({ quantity: z.int().nonnegative() })),
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

/** All lines or none: a part of them would look like the whole. */
const lines = ifReadable(z.array(line));

const seconds = z.number().nonnegative().transform(Math.floor);

/** A sale's key in a link to it. */
const LINKED_KEY = /\/(?:reservation|payment|order)\/([A-Za-z0-9_-]{1,64})(?:\.json)?\/?$/;

/** Fields of an answer or a row that lead to its sale, as a link or a reference. */
const TO_SALE = ["link", "sale", "reservation", "payment", "order"] as const;

/** Returns the key by which an answer or a row names its sale; `undefined` where it names none. */
export function keyIn(value: unknown, leading: readonly string[] = TO_SALE): string | undefined {
  if (typeof value === "string") return LINKED_KEY.exec(value)?.[1] ?? key.safeParse(value).data;
  const fields = objectOf(value);
  const own = key.safeParse(fields.key).data;
  if (own !== undefined) return own;
  const further = leading === TO_SALE ? ["link"] : [];
  return leading.map((name) => keyIn(fields[name], further)).find((one) => one !== undefined);
}

/** A reservation as far as the answer can be read: the interface has the key in all of them, and often little else. */
export type ReservationRead = Partial<Reservation> & Pick<Reservation, "lines" | "codes">;

/** Reads the answer to a reservation, or a reservation that is read again. Rejects a refusal. */
export const reservation = z.union([
  // The interface's own document knows the key alone.
  key.transform((key): ReservationRead => ({ key, lines: [], codes: [] })),
  z
    .looseObject({
      successful: z.literal(true).nullish(),
      multiSaleKey: ifReadable(key),
      status: ifReadable(saleState),
      event: ifReadable(ref),
      expiry: ifReadable(instant),
      expirySeconds: ifReadable(seconds),
      invoice: ifReadable(z.object({ lines, total: ifReadable(money) })),
      codes,
    })
    .transform((body): ReservationRead => {
      const { multiSaleKey, status, event, expiry, expirySeconds, invoice, codes } = body;
      return withoutUndefined({
        key: keyIn(body),
        cartId: multiSaleKey,
        eventId: event?.id,
        eventName: event?.name,
        status,
        expiresAt: expiry,
        secondsLeft: expirySeconds,
        lines: invoice?.lines ?? [],
        total: invoice?.total,
        codes,
      });
    }),
]) satisfies z.ZodType<ReservationRead>;

const changedDate = z
  .object({ eventDate: z.int(), cancelled: z.boolean(), movedFrom: absent(instant) })
  .transform(({ eventDate, cancelled, movedFrom }) =>
    withoutUndefined({ eventDateId: eventDate, isCancelled: cancelled, movedFrom }),
  );

/** A sale of a cart as far as its row can be read. `name`: its key or its id, by which the service finds it. */
export type CartRow = Partial<CartSale> & { readonly name?: string };

const rowFields = z.object({
  id: ifReadable(id),
  reference: absentText,
  status: ifReadable(saleState),
  event: ifReadable(ref),
  eventDates: readableRows(dateOnTicket),
  venue: ifReadable(venue),
  ageLimit: absentText,
  refundPolicy,
  total: ifReadable(money),
  expiry: ifReadable(instant),
  items: lines,
  changedDates: ifReadable(z.array(changedDate)),
  without: ifReadable(loss),
});

const cartRow = z.unknown().transform((row): CartRow => {
  const { id, event, eventDates, venue, expiry, items, ...sale } = rowFields.parse(objectOf(row));
  const key = keyIn(row);
  return withoutUndefined({
    ...sale,
    ...datesAndVenueOf(venue, eventDates),
    key,
    name: key ?? id?.toString(),
    eventId: event?.id,
    eventName: event?.name,
    expiresAt: expiry,
    lines: items,
  });
});

/** A cart as far as it can be read. */
export type CartRead = Omit<Cart, "id" | "total" | "sales"> & {
  readonly id?: string;
  readonly total?: Money;
  /** Absent where the list itself cannot be read. */
  readonly rows?: readonly CartRow[];
};

export const cart = z
  .looseObject({
    key: ifReadable(key),
    total: ifReadable(money),
    gst: ifReadable(money),
    expiry: ifReadable(instant),
    expirySeconds: ifReadable(seconds),
    sales: ifReadable(z.array(cartRow)),
    savings,
    codes,
    advice,
  })
  .transform(
    ({ key, total, gst, expiry, expirySeconds, sales, savings, codes, advice }): CartRead =>
      withoutUndefined({
        savings,
        codes,
        advice,
        id: key,
        total,
        rows: sales,
        tax: gst,
        expiresAt: expiry,
        secondsLeft: expirySeconds,
      }),
  ) satisfies z.ZodType<CartRead>;

/** The id of an unused cart, bare or in an object. */
export const newCart = z.union([key, z.object({ key }).transform(({ key }) => key)]);

export const extension = z.object({ successful: z.literal(true).optional(), expirySeconds: seconds });
