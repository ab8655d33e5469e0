import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { NewReservation } from "#src/reservations/domain/reservation.ts";
import type { Refused } from "#src/reservations/domain/reservation-refusal.ts";
import type { WantedTickets } from "#src/reservations/domain/validate.ts";

export type ReservationRequest = {
  readonly caller: Caller;
  readonly eventId: number;
  readonly wanted: readonly WantedTickets[];
  /** The cart to add it to. Absent: a new cart. */
  readonly cartKey?: string;
  /** Keys of unpaid reservations of that cart that the new one replaces. They stay when it is refused. */
  readonly replaces?: readonly string[];
  /** The key of an offer of the waiting list, whose places the reservation takes. */
  readonly waitingListOffer?: string;
  readonly boxOffice?: boolean;
  /** Codes as they were typed, in addition to those of the cart. */
  readonly codes?: readonly string[];
  readonly source?: object;
  /** Returns whether the client has closed the connection. */
  readonly isDisconnected?: () => boolean;
};

export type ReservationOutcome = Outcome<{ readonly reservation: NewReservation }, ReservationRefusal>;

export type ReservationRefusal =
  | { readonly refusal: "no_such_event" | "no_such_cart" | "busy" | "disconnected" }
  | { readonly refusal: "refused"; readonly rows: readonly Refused[]; readonly codes?: CodeAnswers };

/** The result of each code, with the currency of the event. */
export type CodeAnswers = { readonly answers: readonly CodeAnswer[]; readonly currency: string };
