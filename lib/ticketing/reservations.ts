import "server-only";

import type { Source } from "#lib/domain/links/source.ts";
import type { Outcome } from "#lib/domain/outcome.ts";
import type { Reservation, ReservationRefused } from "#lib/domain/reservation/reservation.ts";
import type { SelectionLine } from "#lib/domain/reservation/selection.ts";
import { log } from "#lib/log.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { reservation } from "#lib/ticketing/wire/purchase/sales.ts";
import { anything } from "#lib/ticketing/wire/shapes.ts";

type Options = {
  /** The Cart to put it into; without one the service makes another. */
  readonly cartId?: string;
  /** Keys in that Cart that the service releases with this one being made. One that knows nothing of it keeps them. */
  readonly replaces?: readonly string[];
  /** What was typed into the one code box. */
  readonly code?: string;
  readonly source?: Source;
};

/** Takes the tickets out of others' reach, all of them or none. */
export async function createReservation(
  eventId: number,
  wanted: readonly SelectionLine[],
  { cartId, replaces, code, source }: Options = {},
): Promise<Outcome<{ readonly reservation: Reservation }, ReservationRefused>> {
  const body = JSON.stringify({
    event: eventId,
    tickets: wanted.map(({ ticketTypeId, quantity }) => ({ ticketType: ticketTypeId, quantity })),
    bookingCode: code,
    multiOrderKey: cartId,
    replaces,
    source,
  });
  const no = refused.transform((no) => ({ ok: false as const, ...reservationRefused(no) }));
  const yes = reservation({ eventId }).transform((reservation) => ({ ok: true as const, reservation }));
  const outcome = await request({
    name: "createReservation",
    method: "POST",
    path: "/reservation/",
    body,
    answer: no.or(yes),
    refusal: no,
  });
  return outcome ?? { ok: false, refusal: "no_longer_on_sale", shortages: [] };
}

export async function getReservation(key: string): Promise<Reservation | undefined> {
  const path = pathTo`/reservation/${key}`;
  return path && request({ name: "getReservation", method: "GET", path, answer: reservation({ key }) });
}

/**
 * Releases a reservation, so that its tickets are on sale again at once. Returns whether it is gone: released now, or no
 * longer there. The service refuses one that is paid, or being paid for at this moment: its tickets stay reserved.
 */
export async function releaseReservation(key: string): Promise<boolean> {
  const path = pathTo`/reservation/${key}`;
  if (path === undefined) return true;
  const no = refused.transform(({ errors }) =>
    errors.some(({ code }) => code === "NOT_FOUND" || code === "HOLD_ENDED"),
  );
  const yes = anything.transform(() => true);
  const isGone = await request({ name: "releaseReservation", method: "DELETE", path, answer: no.or(yes), refusal: no });
  return isGone ?? true;
}

/** Releases as many as can be, and returns the keys of those that are gone. What the service cannot release now comes free when its hold ends. */
export async function releaseAll(keys: readonly string[]): Promise<readonly string[]> {
  const released = await Promise.allSettled(keys.map(releaseReservation));
  const gone = keys.filter((_key, at) => {
    const one = released[at];
    return one?.status === "fulfilled" && one.value;
  });
  const failed = keys.length - gone.length;
  if (failed > 0) log("warn", "Tickets that nobody wants any more could not be released.", { failed });
  return gone;
}
