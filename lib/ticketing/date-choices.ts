import "server-only";

import { z } from "zod";
import { writeExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import type { MovedFrom } from "#lib/ticketing/model/admission.ts";
import type { DateChoice, DateOption, OtherDate } from "#lib/ticketing/model/sale.ts";
import { type RefundResult, refundResult } from "#lib/ticketing/refunds.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import {
  absent,
  assumedZone,
  id,
  ifReadable,
  instant,
  optional,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

export type ChoiceResult =
  | RefundResult
  | "kept"
  | "moved"
  /** The date has too few places left. */
  | "full"
  /** The tickets cannot move to this date, or no longer. */
  | "no_date"
  /** A refund of the order is under way: its tickets move when it is settled. */
  | "refund_under_way";

/** How the service refuses a move to a date. */
const MOVE_REFUSED: Readonly<Record<string, ChoiceResult>> = {
  SOLD_OUT: "full",
  NOT_FOUND: "no_date",
  WRONG_STATE: "refund_under_way",
};

/**
 * Makes a Buyer's choice for the tickets of a cancelled date. Throws TicketingFault when the outcome is not known; the sale
 * then shows it. `closed`: nothing is offered for tickets of this date, or no longer.
 */
export async function chooseForDate(saleKey: string, eventDateId: number, option: DateOption): Promise<ChoiceResult> {
  const path = pathTo`/order/${saleKey}/choice`;
  const body = await writeExtension(
    { name: "chooseForDate", method: "POST", path },
    { eventDate: eventDateId, choice: option },
  );
  if (body === undefined) return "not_offered";
  if (option === "refund") return refundResult(body);
  const no = refused.safeParse(body).data;
  if (no === undefined) return option === "keep" ? "kept" : "moved";
  const [refusal = "closed"] = no.errors.flatMap(({ path, code }) =>
    path === "choice.moveTo" ? (MOVE_REFUSED[code] ?? []) : [],
  );
  return refusal;
}

const otherDate = z.object({
  id,
  startDate: instant,
  endDate: absent(instant),
  doors: ifReadable(instant),
  hasPlaces: optional(z.boolean(), true),
});

const dateChoice = z.object({
  eventDate: id,
  choice: ifReadable(z.enum(["keep", "move", "refund"])),
  dates: optional(z.array(otherDate), []).catch([]),
});

/** What a sale's Buyer may choose. Empty for a service that offers nothing, or uses another format. */
export const dateChoices = optional(z.array(dateChoice), []).catch([]);

/** A ticket's earlier date. Absent from a service that does not return it, or uses another format. */
export const movedFrom = absent(
  z
    .object({
      eventDate: id,
      startDate: instant,
      by: z.enum(["ORGANISER", "BUYER"]),
      refundUntil: ifReadable(instant),
    })
    .transform(
      ({ eventDate, startDate, ...move }): MovedFrom =>
        withoutUndefined({ ...move, eventDateId: eventDate, startsAt: startDate }),
    ),
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
        return { id, ...times, timeZone: timeZone ?? assumedZone(startDate), hasPlaces };
      }),
    }),
  );
}
