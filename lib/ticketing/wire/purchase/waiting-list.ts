import "server-only";

import { z } from "zod";
import type { JoinRefusal, WaitingEntry, WaitingList } from "#lib/ticketing/model/waiting-list.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { absent, id, instant, money, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

const count = z.int().nonnegative();

export const waitingList = z.object({
  open: z.boolean(),
  waiting: count,
  maximum: z.int().positive(),
  offerSeconds: z.int().positive(),
}) satisfies z.ZodType<WaitingList>;

const ticketType = z
  .object({ id, name: z.string(), price: money, fee: absent(money), minimum: optional(count, 1), maximum: count })
  .transform(({ fee, ...type }) => ({ ...type, fee: fee ?? { minor: 0, currency: type.price.currency } }));

const offer = z
  .object({
    key: z.string(),
    quantity: z.int().positive(),
    expiresAt: instant,
    eventDate: ref,
    venueSection: ref,
    ticketTypes: z.array(ticketType),
  })
  .transform(({ eventDate, venueSection, ...offer }) => {
    return { ...offer, eventDateId: eventDate.id, sectionName: venueSection.name };
  });

export const waitingEntry = z
  .object({
    event: ref,
    eventDate: absent(ref),
    quantity: z.int().positive(),
    state: z.enum(["UNCONFIRMED", "WAITING", "OFFERED", "RESERVED", "EXPIRED"]),
    ahead: count,
    offer: absent(offer),
  })
  .transform(({ event, eventDate, ...entry }) =>
    withoutUndefined({ ...entry, eventId: event.id, eventName: event.name, eventDateId: eventDate?.id }),
  ) satisfies z.ZodType<WaitingEntry>;

const JOIN: Readonly<Record<string, JoinRefusal>> = {
  NOT_SOLD_OUT: "on_sale",
  OVER_LIMIT: "over_limit",
  NOT_ON_SALE: "not_on_sale",
};

export const joinRefused = refused.transform(({ errors }) => {
  const [refusal] = errors.flatMap(({ code, path }) => (path === "email" ? "email_refused" : (JOIN[code] ?? [])));
  return { ok: false as const, refusal: refusal ?? ("not_on_sale" as const) };
});
