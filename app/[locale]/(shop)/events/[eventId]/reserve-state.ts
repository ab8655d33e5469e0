import type { FormState } from "#lib/forms/form.ts";
import type { Shortage } from "#lib/ticketing/model/reservation.ts";

/**
 * The state that `reserveTickets` returns when it does not redirect to checkout. The form posts `event`, `locale`,
 * `code` and a `qty.{ticketTypeId}` for each selected ticket type; without script also empty ones.
 */
export type ReserveState = FormState<{ readonly event: string; readonly code: string }> & {
  /** The ticket types that were refused; the others stay selected, and nothing is reserved. */
  readonly shortages?: readonly Shortage[];
  /** Replaces the message if even fewer tickets are left when the page shows it. It states no number. */
  readonly outdatedMessage?: string;
  /** The message says to look into the cart before another try. */
  readonly checksCart?: boolean;
  /** The tickets may be reserved although no answer says so: the page offers no second try. */
  readonly mayBeReserved?: boolean;
};

export type ReserveAction = (previous: ReserveState, form: FormData) => Promise<ReserveState>;
