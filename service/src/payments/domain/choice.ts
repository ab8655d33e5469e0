import type { TicketDate } from "#src/catalogue/domain/event.ts";
import type { Venue } from "#src/catalogue/domain/venue.ts";

/** A buyer's choice for the tickets of a cancelled date. While its tickets are valid and on that date it may be changed. */
export type Choice = "KEEP" | "MOVE" | "REFUND";

/** What a buyer may choose for the valid tickets that a sale has of a cancelled date. */
export type OpenChoice = {
  readonly cancellationId: number;
  readonly eventDateId: number;
  /** `undefined`: nothing was chosen yet. */
  readonly choice: Choice | undefined;
  /** Of all its dates. */
  readonly venue: Venue;
  /** The dates ahead that have each of its ticket types, by name and section, the earliest first. */
  readonly dates: readonly OtherDate[];
};

/** A date that tickets may move to. */
export type OtherDate = TicketDate & {
  /** Whether it has a free place for each of them now. They are taken when the tickets move. */
  readonly hasPlaces: boolean;
};
