import { z } from "zod";
import { eventDateRef } from "#src/catalogue/http/event-shapes.ts";
import { answer, declareCall, missing, refuse } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { splitCodes } from "#src/pricing/domain/code.ts";
import { bookingCode, codeAnswer, saving, toCodeAnswer, toSaving } from "#src/pricing/http/code-shapes.ts";
import type { AdviceInFull } from "#src/reservations/use-cases/advise.ts";
import { type Quote, quote } from "#src/reservations/use-cases/quote.ts";
import { no, rowOf, verdict, YES } from "./refusals.ts";
import { refuseReplacesWithoutCart, replaces, tickets } from "./reservations.ts";
import { key } from "./sale-shapes.ts";

/** The tickets to add so that a rule applies, how much more the whole cart then saves, and what it then costs. */
export const advice = named(
  "Advice",
  z.object({
    rule: z.string(),
    name: z.string(),
    saves: currency,
    total: currency,
    missing: z.array(z.object({ event: ref, eventDate: ref.nullable(), ticketTypes: z.array(ref), quantity: z.int() })),
  }),
);

const quoted = named(
  "Quote",
  z.object({
    ...verdict,
    subtotal: currency.optional(),
    savings: z.array(saving).optional(),
    total: currency.optional(),
    codes: z.array(codeAnswer).optional(),
    advice: z.array(advice).optional(),
  }),
);

const ask = declareCall({
  method: "POST",
  path: "/quote",
  summary: "The price of tickets together with a cart. Reserves nothing and takes no use of a code",
  access: ["PUBLIC", "BOX_OFFICE"],
  body: z.strictObject({
    event: id,
    tickets,
    bookingCode: bookingCode.optional(),
    multiOrderKey: key.optional(),
    replaces: replaces.optional(),
  }),
  answer: quoted,
  async handle({ runtime, caller, body }) {
    if (body.replaces && !body.multiOrderKey) return refuseReplacesWithoutCart();
    const outcome = await quote(runtime, {
      caller,
      eventId: body.event,
      wanted: body.tickets.map(({ ticketType, quantity }) => ({ ticketTypeId: ticketType, quantity })),
      codes: splitCodes(body.bookingCode ?? ""),
      ...(body.multiOrderKey && { cartKey: body.multiOrderKey }),
      ...(body.replaces && { replaces: body.replaces }),
    });
    if (outcome.ok) return answer(toQuoted(outcome.quote));
    if (!("rows" in outcome)) {
      return outcome.refusal === "no_such_event" ? missing("event", "event") : missing("multiOrderKey", "cart");
    }
    const unknown = outcome.rows.filter(({ code }) => code === "NOT_FOUND");
    return unknown.length > 0 ? refuse(400, unknown.map(rowOf)) : answer(no(outcome.rows.map(rowOf)));
  },
});

export function toAdvice(
  { ruleId, name, savesMinor, totalMinor, missing }: AdviceInFull,
  currency: string,
): z.input<typeof advice> {
  return {
    rule: ruleId,
    name,
    saves: toCurrency({ minor: savesMinor, currency }),
    total: toCurrency({ minor: totalMinor, currency }),
    missing: missing.map(({ event, eventDate, ticketType, quantity }) => ({
      event: toRef("event", event),
      eventDate: eventDateRef(event, eventDate),
      ticketTypes: [toRef("ticketType", ticketType)],
      quantity,
    })),
  };
}

export const QUOTE_CALLS = [ask];

function toQuoted({ currency, price, advice }: Quote): z.input<typeof quoted> {
  const { grossMinor, totalMinor, savings } = price.priced;
  return {
    ...YES,
    subtotal: toCurrency({ minor: grossMinor, currency }),
    savings: savings.map((one) => toSaving(one, currency)),
    total: toCurrency({ minor: totalMinor, currency }),
    codes: price.answers.map((one) => toCodeAnswer(one, currency)),
    advice: advice.map((one) => toAdvice(one, currency)),
  };
}
