import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { NewReservation } from "#src/reservations/domain/reservation.ts";
import type { Refused } from "#src/reservations/domain/reservation-refusal.ts";
import type { Wanted } from "#src/reservations/domain/validate.ts";

export type ReservationRequest = {
  readonly caller: Caller;
  readonly eventId: number;
  readonly wanted: readonly Wanted[];
  /** The cart to put it into; without one it gets a cart of its own. */
  readonly cartKey?: string;
  /** Keys of unpaid reservations of that cart, which are released with the new one being made, or stay. */
  readonly replaces?: readonly string[];
  readonly boxOffice?: boolean;
  /** Codes as they were typed, beside those that the cart has. */
  readonly codes?: readonly string[];
  readonly source?: object;
  /** Returns whether the client has hung up. */
  readonly isDisconnected?: () => boolean;
};

export type ReservationOutcome = Outcome<{ readonly reservation: NewReservation }, ReservationRefusal>;

export type ReservationRefusal =
  | { readonly refusal: "no_such_event" | "no_such_cart" | "busy" | "gone" }
  | { readonly refusal: "refused"; readonly rows: readonly Refused[]; readonly codes?: CodesAnswered };

/** What each code would do, and in which currency: the event's, whatever the account's is. */
export type CodesAnswered = { readonly answers: readonly CodeAnswer[]; readonly currency: string };
