import type { SaleStatus } from "./event.ts";

/** The part of an EventDate that is on a ticket. Only the catalogue knows whether it is cancelled. */
export type DateOnTicket = Pick<EventDate, "id" | "startsAt" | "endsAt" | "doors" | "timeZone"> &
  Partial<Pick<EventDate, "saleStatus">>;

/** One occurrence of an Event. Times are ISO 8601 with the venue's offset. */
export type EventDate = {
  readonly id: number;
  readonly eventId: number;
  readonly startsAt: string;
  readonly endsAt?: string;
  /** When the doors open. */
  readonly doors?: string;
  readonly label?: string;
  readonly dateGroup?: string;
  readonly saleStatus: SaleStatus;
  readonly timeZone: string;
};
