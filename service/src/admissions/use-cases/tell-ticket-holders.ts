import { queueForGuests, queueForTicketHolders } from "#src/admissions/store/ticket-holders.ts";
import type { Notices } from "#src/catalogue/use-cases/events.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { tellThoseWhoWait, tellThoseWhoWaitOfMove } from "#src/reservations/use-cases/waiting-list/changed-dates.ts";

/** Queues the messages about moved, cancelled and reinstated dates and about changed codes for every order with valid tickets. */
export const NOTICES: Notices = {
  async dateMoved(tx, { eventId, eventDateId }, { startsLocal, endsLocal, timeZone, venue }) {
    const before = { startsLocal, endsLocal: endsLocal ?? null, timeZone, venue };
    await queueForTicketHolders(tx, {
      kind: "DATE_CHANGED",
      key: `date-changed ${eventDateId}`,
      eventId,
      eventDateId,
      onlyAhead: false,
      withPending: true,
      details: { event: eventId, eventDate: eventDateId, before, choices: false },
    });
    await queueForGuests(tx, { eventId, eventDateId, change: "MOVED", onlyAhead: false });
    await tellThoseWhoWaitOfMove(tx, { eventId, eventDateId }, before);
  },
  async reinstated(tx, { eventId, eventDateId }) {
    await queueForTicketHolders(tx, {
      kind: "REINSTATED",
      key: `reinstated ${eventDateId ?? `event ${eventId}`}`,
      eventId,
      eventDateId,
      onlyAhead: true,
      withPending: true,
      details: { event: eventId, ...(eventDateId !== undefined && { eventDate: eventDateId }) },
    });
    await queueForGuests(tx, { eventId, eventDateId, change: "REINSTATED", onlyAhead: true });
  },
  async codesChanged(tx, { eventId }) {
    await queueForTicketHolders(tx, {
      kind: "TICKETS",
      key: `codes ${eventId}`,
      eventId,
      details: { replaced: true },
      onlyAhead: true,
      withPending: false,
    });
  },
  cancelled: (runtime, what) => tellOfCancellation(runtime, { ...what, refunds: false, choices: false }),
};

type CancellationNotice = {
  readonly eventId: number;
  readonly eventDateId?: number | undefined;
  /** Whether every order is refunded without a request. */
  readonly refunds: boolean;
  /** Whether each buyer keeps the tickets, moves them to another date or has them refunded. */
  readonly choices: boolean;
};

/**
 * Tells everyone who has to do with a cancelled date or event: buyers, guests who were sent a ticket, and those who wait. `runtime.db`
 * is the transaction. Buyers of a date that is over are told only when their money comes back or they choose.
 */
export async function tellOfCancellation(
  runtime: Runtime,
  { eventId, eventDateId, refunds, choices }: CancellationNotice,
): Promise<void> {
  const { db: tx } = runtime;
  const onlyAhead = eventDateId === undefined || !(refunds || choices);
  await queueForTicketHolders(tx, {
    onlyAhead,
    withPending: true,
    kind: "CANCELLED",
    key: `cancelled ${eventDateId ?? `event ${eventId}`}`,
    eventId,
    eventDateId,
    details: { event: eventId, ...(eventDateId !== undefined && { eventDate: eventDateId }), refunds, choices },
  });
  await queueForGuests(tx, { eventId, eventDateId, change: "CANCELLED", onlyAhead });
  await tellThoseWhoWait(runtime, { eventId, eventDateId });
}
