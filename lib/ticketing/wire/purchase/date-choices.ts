import "server-only";

import { z } from "zod";
import type { MovedFrom } from "#lib/ticketing/model/admission.ts";
import type { DateChoice, OtherDate } from "#lib/ticketing/model/date-choice.ts";
import { absent, id, instant, optional, withoutUndefined, zoneOf } from "#lib/ticketing/wire/shapes.ts";

const otherDate = z.object({
  id,
  startDate: instant,
  endDate: absent(instant),
  doors: absent(instant).catch(undefined),
  hasPlaces: optional(z.boolean(), true),
});

const dateChoice = z.object({
  eventDate: id,
  choice: absent(z.enum(["keep", "move", "refund"])).catch(undefined),
  dates: optional(z.array(otherDate), []).catch([]),
});

/** What a sale's Buyer may choose. None from a service that offers nothing, or writes it otherwise. */
export const dateChoices = optional(z.array(dateChoice), []).catch([]);

/** What a ticket was for before. Absent from a service that does not say, or writes it otherwise. */
export const movedFrom = absent(
  z
    .object({ eventDate: id, startDate: instant, by: z.enum(["ORGANISER", "BUYER"]) })
    .transform(({ eventDate, startDate, by }): MovedFrom => ({ eventDateId: eventDate, startsAt: startDate, by })),
).catch(undefined);

/** Returns the choices with their dates in the zone of the venue. */
export function dateChoicesIn(
  choices: z.output<typeof dateChoices>,
  timeZone: string | undefined,
): readonly DateChoice[] | undefined {
  if (choices.length === 0) return undefined;
  return choices.map(({ eventDate, choice, dates }) =>
    withoutUndefined({
      eventDateId: eventDate,
      chosen: choice,
      dates: dates.map(({ id, startDate, endDate, doors, hasPlaces }): OtherDate => {
        const times = withoutUndefined({ startsAt: startDate, endsAt: endDate, doors });
        return { id, ...times, timeZone: timeZone ?? zoneOf(startDate), hasPlaces };
      }),
    }),
  );
}
