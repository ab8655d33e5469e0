import type { WallTime } from "#src/platform/domain/venue-time.ts";
import type { Db } from "#src/platform/store/db.ts";

/** What a date was before it moved. */
export type DateBefore = {
  readonly startsLocal: WallTime;
  readonly endsLocal: WallTime | undefined;
  readonly timeZone: string;
  readonly venue: string;
};

export type OfDate = { readonly eventId: number; readonly eventDateId: number };

/**
 * Tells the buyers of valid tickets, in the transaction of the change. Sales belong to later subjects, so the composition root
 * passes it.
 */
export type Notices = {
  dateMoved(tx: Db, date: OfDate, before: DateBefore): Promise<void>;
  /** Without a date the whole event is cancelled. */
  cancelled(tx: Db, what: { readonly eventId: number; readonly eventDateId?: number }): Promise<void>;
  /** It takes place after all. Without a date the whole event. */
  reinstated(tx: Db, what: { readonly eventId: number; readonly eventDateId?: number }): Promise<void>;
  /** Its tickets have codes of the other type. */
  codesChanged(tx: Db, what: { readonly eventId: number }): Promise<void>;
};

/** For the setup, and for changes that the caller reports itself. */
export const NO_NOTICES: Notices = {
  dateMoved: async () => {},
  cancelled: async () => {},
  reinstated: async () => {},
  codesChanged: async () => {},
};
