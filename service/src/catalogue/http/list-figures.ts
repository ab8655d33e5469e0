import { z } from "zod";
import { type CountedDates, type FiguresOfTypes, figuresOfDates } from "#src/catalogue/domain/figures.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { currency, toCurrency } from "#src/platform/http/shapes.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** The figures in a row of a list. */
export const figuresShown = {
  /** Valid tickets. For users with ORDERS, as `reserved` and `left`. */
  sold: z.int().optional(),
  /** Tickets in live reservations. */
  reserved: z.int().optional(),
  left: z.int().optional(),
  /** Without fees. For users with REPORTS. */
  revenue: currency.optional(),
};

/** Returns the figures of some ticket types. */
export type ListFigures = (
  runtime: Runtime,
  types: readonly { readonly eventId: number; readonly ticketTypeId: number }[],
) => Promise<FiguresOfTypes>;

/** Returns the figures of each row that the caller may see, with one read for all rows. */
export async function figuresOfRows(
  runtime: Runtime,
  { capabilities }: Caller,
  rows: readonly CountedDates[],
  readFigures: ListFigures,
) {
  if (!capabilities.has("ORDERS") && !capabilities.has("REPORTS")) return rows.map(() => ({}));
  const types = rows.flatMap(({ event, counted }) =>
    counted.flatMap(({ ticketTypes }) => ticketTypes.map(({ id }) => ({ eventId: event.id, ticketTypeId: id }))),
  );
  const figures = await readFigures(runtime, types);
  return rows.map((row) => {
    const { sold, reserved, left, admitted, revenueMinor } = figuresOfDates(row, figures);
    return {
      ...(capabilities.has("ORDERS") && { sold, reserved, left, admitted }),
      ...(capabilities.has("REPORTS") && {
        revenue: toCurrency({ minor: revenueMinor, currency: row.event.currency }),
      }),
    };
  });
}
