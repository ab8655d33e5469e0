import { z } from "zod";
import { eventDateRef } from "#src/catalogue/http/event-shapes.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import type { AdviceInFull } from "#src/reservations/use-cases/advise.ts";

/** The tickets to add so that a rule applies, and how much more the whole cart then saves. */
export const advice = named(
  "Advice",
  z.object({
    rule: z.string(),
    name: z.string(),
    saves: currency,
    missing: z.array(z.object({ event: ref, eventDate: ref.nullable(), ticketTypes: z.array(ref), quantity: z.int() })),
  }),
);

export function toAdvice(
  { ruleId, name, savesMinor, missing }: AdviceInFull,
  currency: string,
): z.input<typeof advice> {
  return {
    rule: ruleId,
    name,
    saves: toCurrency({ minor: savesMinor, currency }),
    missing: missing.map(({ event, eventDate, ticketType, quantity }) => ({
      event: toRef("event", event),
      eventDate: eventDateRef(event, eventDate),
      ticketTypes: [toRef("ticketType", ticketType)],
      quantity,
    })),
  };
}
