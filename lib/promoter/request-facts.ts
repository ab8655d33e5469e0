import "server-only";

import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { DateOnTicket } from "#lib/ticketing/model/event.ts";
import type { RefundRequest, Sale } from "#lib/ticketing/model/sale.ts";
import { admissionsOf, getSale } from "#lib/ticketing/sales.ts";

/** What a promoter decides about: the order, and the dates of the tickets that the buyer asks to return. */
export type RequestFacts = { readonly sale: Sale; readonly dates: readonly DateOnTicket[] };

/** Returns the facts of a request; `undefined` where the service does not say of which order it is. */
export async function requestFacts({
  saleKey,
  admissionIds,
}: Pick<RefundRequest, "saleKey" | "admissionIds">): Promise<RequestFacts | undefined> {
  const sale = saleKey === undefined ? undefined : await getSale(saleKey);
  if (sale === undefined) return undefined;
  // Of one date are all its tickets. Else each ticket says its own, and the others of the order do not matter.
  if (sale.eventDates?.length === 1) return { sale, dates: sale.eventDates };
  const asked = (await admissionsOf(sale)).filter(({ id }) => admissionIds.includes(id));
  return { sale, dates: datesOf(asked) };
}

/** Returns the dates of these tickets, each once, the earliest first. */
export function datesOf(tickets: readonly Pick<Admission, "eventDate">[]): readonly DateOnTicket[] {
  const dates = new Map(tickets.flatMap(({ eventDate }) => (eventDate ? [[eventDate.id, eventDate]] : [])));
  return [...dates.values()].toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}
