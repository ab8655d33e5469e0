import "server-only";

import { z } from "zod";
import { id, instant, money } from "#lib/ticketing/wire/shapes.ts";

const saleKey = z.string().min(1).max(100);
const name = z.union([z.string(), z.looseObject({ name: z.string() }).transform((one) => one.name)]);

/** A local time without its zone. It is read as UTC and later formatted as UTC, so that it is shown as it was written. */
const before = z
  .looseObject({ startsLocal: z.string().optional(), venue: name.nullish() })
  .transform(({ startsLocal, venue }) => {
    const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)/.exec(startsLocal ?? "") ?? [];
    return { startsAt: day && time && `${day}T${time}:00Z`, timeZone: "UTC", venue: venue ?? undefined };
  });
/** A reference, or its number alone. */
const idOf = z.union([id, z.looseObject({ id }).transform((one) => one.id)]);

const shared = {
  id: z.string().min(1).max(100),
  language: z.string().max(35),
  recipient: z.string().max(320),
  sales: z.array(saleKey).max(100),
  createdAt: z.string().optional(),
};
const ofOrder = { ...shared, sales: shared.sales.min(1) };
const noDetails = z.looseObject({});

/** What the service asks to be rendered: one form for each kind of message. */
export const messageBody = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("TICKETS"),
    ...ofOrder,
    details: z.looseObject({
      /** The buyer chose another date. */
      moved: z.boolean().default(false),
      /** The tickets have other codes than those that were sent before. */
      replaced: z.boolean().default(false),
    }),
  }),
  z.object({ kind: z.literal("GUEST_DETAILS_WANTED"), ...ofOrder, details: noDetails }),
  z.object({ kind: z.literal("GUEST_TICKET"), ...ofOrder, details: z.looseObject({ admission: idOf }) }),
  z.object({
    kind: z.literal("DATE_CHANGED"),
    ...ofOrder,
    details: z.looseObject({
      event: idOf,
      eventDate: idOf,
      before: before.optional(),
    }),
  }),
  z.object({
    kind: z.literal("CANCELLED"),
    ...ofOrder,
    details: z.looseObject({
      event: idOf,
      eventDate: idOf.nullish(),
      refunds: z.boolean().default(false),
      choices: z.boolean().default(false),
    }),
  }),
  z.object({
    kind: z.literal("REINSTATED"),
    ...ofOrder,
    details: z.looseObject({ event: idOf, eventDate: idOf.nullish() }),
  }),
  z.object({
    kind: z.literal("REFUNDED"),
    ...ofOrder,
    details: z.looseObject({
      refund: z.looseObject({
        amount: money,
        feeKept: money.nullish(),
        /** The part of the amount that was paid in cash. */
        byHand: money.nullish(),
        reason: z.string().max(1000).nullish(),
        admissions: z.array(idOf).default([]),
      }),
    }),
  }),
  z.object({
    kind: z.literal("REFUND_REQUESTED"),
    ...ofOrder,
    details: z.looseObject({ admissions: z.array(idOf).default([]) }),
  }),
  z.object({
    kind: z.literal("REFUND_DECLINED"),
    ...ofOrder,
    details: z.looseObject({ admissions: z.array(idOf).default([]), reason: z.string().max(1000).nullish() }),
  }),
  z.object({
    kind: z.literal("FIND_TICKETS"),
    ...shared,
    details: z.looseObject({ orders: z.array(z.array(saleKey).min(1).max(100)).max(50) }),
  }),
  z.object({
    kind: z.literal("WAITING_LIST_CONFIRM"),
    ...shared,
    details: z.looseObject({ entry: saleKey, event: idOf, eventDate: idOf.nullish(), quantity: z.int().positive() }),
  }),
  z.object({
    kind: z.literal("WAITING_LIST_OFFER"),
    ...shared,
    details: z.looseObject({
      entry: saleKey,
      offer: saleKey,
      event: idOf,
      eventDate: idOf.nullish(),
      quantity: z.int().positive(),
      expiresAt: instant,
    }),
  }),
]);

export type MessageBody = z.output<typeof messageBody>;
export type MessageOf<Kind extends MessageBody["kind"]> = Extract<MessageBody, { readonly kind: Kind }>;

const CHANGING: ReadonlySet<MessageBody["kind"]> = new Set(["DATE_CHANGED", "CANCELLED", "REINSTATED", "REFUNDED"]);

/** Returns whether a message is about tickets that changed after they were sent. */
export function changesTickets(body: MessageBody): boolean {
  if (body.kind === "TICKETS") return body.details.moved || body.details.replaced;
  return CHANGING.has(body.kind);
}
