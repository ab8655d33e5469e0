import type { TicketDate } from "#src/catalogue/domain/event.ts";
import type { Venue } from "#src/catalogue/domain/venue.ts";
import type { Money } from "#src/platform/domain/money.ts";

/** What happens to the money of a cancelled date or event: every sale is refunded, the buyer chooses, or nothing. */
export type Settlement = "ALL" | "CHOICE" | "NONE";

/** The progress of the refunds of a cancelled date or event. The numbers count sales. */
export type RefundJob = {
  readonly id: number;
  readonly eventId: number;
  readonly eventName: string;
  /** Absent: the whole event. */
  readonly eventDateId: number | undefined;
  readonly total: number;
  /** Refunded, or without tickets that could still be refunded. */
  readonly refunded: number;
  /** Refused by the processor: their tickets stay valid, and a person looks at them. */
  readonly refused: number;
  readonly open: number;
  readonly amount: Money;
  /** The keys of the refused sales, at most a hundred. */
  readonly refusedSales: readonly string[];
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
};

/** A buyer's choice for the tickets of a cancelled date. It may be changed while the tickets are valid and for that date. */
export type Choice = "KEEP" | "MOVE" | "REFUND";

/** The choice that a buyer has for a sale's valid tickets of a cancelled date. */
export type OpenChoice = {
  readonly cancellationId: number;
  readonly eventDateId: number;
  /** `undefined`: nothing was chosen yet. */
  readonly choice: Choice | undefined;
  /** The venue of all `dates`. */
  readonly venue: Venue;
  /** The dates ahead that have each of the sale's ticket types, by name and section, the earliest first. */
  readonly dates: readonly OtherDate[];
};

/** A date that tickets may move to. */
type OtherDate = TicketDate & {
  /** Whether it has a free place for each ticket now. The places are taken when the tickets move. */
  readonly hasPlaces: boolean;
};
