import "server-only";

import { z } from "zod";
import type { Discount } from "#lib/domain/catalogue/discount.ts";
import type { Advice } from "#lib/domain/pricing/advice.ts";
import type { CodeAnswer } from "#lib/domain/pricing/code-answer.ts";
import type { Quote } from "#lib/domain/pricing/quote.ts";
import type { Saving } from "#lib/domain/pricing/saving.ts";
import { absent, id, known, money, optional, ref, refs } from "#lib/ticketing/wire/shapes.ts";

// What takes something off a price, and what codes answered. A service that knows nothing of this leaves it out.

/** A list of which the rows that cannot be read are left out: a nicety of one rule must not lose the whole Cart. */
function readable<T>(row: z.ZodType<T>) {
  return optional(z.array(z.unknown()), []).transform((rows) =>
    rows.flatMap((one) => {
      const read = row.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
}

/** Money that is not shown is money lost, so a saving must be read whole. */
export const savings = optional(
  z.array(
    z
      .object({ rule: optional(z.string(), ""), name: optional(z.string(), ""), amount: money })
      .transform(({ rule, name, amount }) => ({ rule: rule || name, name: name || rule, amount })),
  ),
  [],
) satisfies z.ZodType<readonly Saving[]>;

const RESULTS = [
  ...["APPLIED", "UNLOCKED", "REVEALED", "NO_EFFECT"],
  ...["NOT_FOR_THIS_EVENT", "USED_UP", "NOT_YET", "ENDED", "UNKNOWN"],
] as const;

const codeAnswer = z
  .object({ code: z.string().min(1), result: optional(z.string(), ""), saving: absent(money) })
  .transform(({ code, result, saving }) => {
    const named = RESULTS.find((one) => one === result);
    return known({ code, result: named ?? (saving && saving.minor > 0 ? "APPLIED" : "NO_EFFECT"), saving });
  }) satisfies z.ZodType<CodeAnswer>;

export const codes = readable(codeAnswer);

const missing = z
  .object({ event: ref, eventDate: absent(ref), ticketTypes: refs, quantity: z.int().positive() })
  .transform(({ event, eventDate, ticketTypes, quantity }) =>
    known({
      eventId: event.id,
      eventName: event.name,
      eventDateId: eventDate?.id,
      ticketTypeIds: ticketTypes.map(({ id }) => id),
      quantity,
    }),
  );

const adviceRow = z.object({
  rule: z.string(),
  name: z.string().min(1),
  saves: money,
  missing: z.array(missing).min(1),
}) satisfies z.ZodType<Advice>;

export const advice = readable(adviceRow);

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
  .transform((discount) => known(discount)) satisfies z.ZodType<Discount>;

export const discounts = readable(discount);

export const quoted = z.object({ subtotal: money, savings, total: money, codes, advice }) satisfies z.ZodType<Quote>;

export const codesSet = z.object({ successful: z.literal(true).optional(), codes });
