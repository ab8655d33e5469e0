import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";

/** Whether a ticket admits, and why not. */
export type TicketState = "valid" | "pending" | "refunded" | "returned" | "cancelled";

type Sold = { readonly saleStatus?: SaleStatus } | undefined;

/** Returns the state of a ticket of an event and a date, as far as the catalogue still shows them. */
export function ticketState({ status }: Pick<Admission, "status">, event: Sold, eventDate: Sold): TicketState {
  if (status === "REFUNDED") return "refunded";
  if (status === "RETURNED" || status === "NOT_RESERVED") return "returned";
  if (event?.saleStatus === "CANCELLED" || eventDate?.saleStatus === "CANCELLED") return "cancelled";
  return status === "PENDING_GUEST_DETAILS" ? "pending" : "valid";
}
