import type { Shortage } from "#lib/domain/reservation/reservation.ts";
import type { FormState } from "#lib/forms/form-state.ts";

/**
 * What `reserveTickets` answers when it does not go on to checkout. The form posts `event`, `locale`, `code` and a
 * `qty.{ticketTypeId}` for each ticket type chosen; with JavaScript off also those left empty.
 */
export type ReserveState = FormState<{ readonly event: string; readonly code: string }> & {
  /** Which ticket types cannot be had as asked; the rest is still chosen, and nothing is held. */
  readonly shortages?: readonly Shortage[];
  /** In place of the message where even fewer are left by the time that the page shows it: it names no number. */
  readonly outdatedMessage?: string;
};

export type ReserveAction = (previous: ReserveState, form: FormData) => Promise<ReserveState>;
