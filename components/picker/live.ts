import { type PickerData, type PickerDate, withTickets } from "#lib/catalogue/picker/picker-data.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";

/**
 * The response of `/api/availability/{id}`: the state of each date and ticket type, and how many are left, where known.
 */
export type Availability = {
  readonly dates: Readonly<Record<string, SaleStatus>>;
  readonly tickets: Readonly<Record<string, { readonly status: SaleStatus; readonly left?: number }>>;
};

/** Returns the dates of the page with the present availability. */
export function withAvailability(dates: PickerData["dates"], now: Availability | undefined): PickerData["dates"] {
  if (now === undefined) return dates;
  const [first, ...others] = dates;
  return [dateNow(first, now), ...others.map((date) => dateNow(date, now))];
}

/** A date or a ticket type that is no longer in the offering is closed. */
function dateNow(date: PickerDate, now: Availability): PickerDate {
  const status = now.dates[date.id] ?? "CLOSED";
  return withTickets({ ...date, status }, ({ left: _before, ...ticket }) => ({
    ...ticket,
    status: "CLOSED",
    ...now.tickets[ticket.id],
  }));
}
