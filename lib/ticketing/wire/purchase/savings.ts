import "server-only";

import { z } from "zod";
import type { Advice, CodeAnswer, Discount, Quote, Saving } from "#lib/ticketing/model/pricing.ts";
import { absent, id, money, optional, readableRows, ref, refs, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

// Savings, and the results of codes. A service without them leaves them out.

/** All of them or none: where a saving cannot be read, the others do not add up to the difference of the sums. */
export const savings = optional(
  z.array(
    z
      .object({ rule: optional(z.string(), ""), name: optional(z.string(), ""), amount: money })
      .transform(({ rule, name, amount }) => ({ rule: rule || name, name: name || rule, amount })),
  ),
  [],
).catch([]) satisfies z.ZodType<readonly Saving[]>;

const RESULTS = [
  "APPLIED",
  "UNLOCKED",
  "REVEALED",
  "NO_EFFECT",
  "NOT_FOR_THIS_EVENT",
  "USED_UP",
  "NOT_YET",
  "ENDED",
  "UNKNOWN",
] as const;

const codeAnswer = z
  .object({ code: z.string().min(1), result: optional(z.string(), ""), saving: absent(money) })
  .transform(({ code, result, saving }) => {
    const named = RESULTS.find((one) => one === result);
    return withoutUndefined({ code, result: named ?? (saving && saving.minor > 0 ? "APPLIED" : "NO_EFFECT"), saving });
  }) satisfies z.ZodType<CodeAnswer>;

export const codes = readableRows(codeAnswer);

const missing = z
  .object({ event: ref, eventDate: absent(ref), ticketTypes: refs, quantity: z.int().positive() })
  .transform(({ event, eventDate, ticketTypes, quantity }) =>
    withoutUndefined({
      eventId: event.id,
      eventName: event.name,
      eventDateId: eventDate?.id,
      ticketTypes: ticketTypes.map(({ id, name }) => ({ id, name })),
      quantity,
    }),
  );

const adviceRow = z.object({
  rule: z.string(),
  name: z.string().min(1),
  total: money,
  missing: z.array(missing).min(1),
}) satisfies z.ZodType<Advice>;

export const advice = readableRows(adviceRow);

const count = z.int().positive();

const discount = z
  .object({
    rule: z.string(),
    name: z.string().min(1),
    kind: z.enum(["TICKET", "ORDER", "FESTIVAL", "MULTIPACK"]),
    percentage: absent(z.number().positive().max(100)),
    amount: absent(money),
    packPrice: absent(money),
    quantity: absent(count),
    minimumTickets: absent(count),
    maximumTickets: absent(count),
    minimumEvents: absent(count),
    minimumSpend: absent(money),
    events: optional(z.array(z.object({ id, name: optional(z.string(), "") })), []),
    tag: absent(z.string()),
  })
  .transform((discount) => withoutUndefined(discount)) satisfies z.ZodType<Discount>;

export const discounts = readableRows(discount);

export const quoted = z.object({ subtotal: money, savings, total: money, codes, advice }) satisfies z.ZodType<Quote>;

export const codesSet = z.object({ successful: z.literal(true).optional(), codes });
