import "server-only";

import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import { log } from "#lib/telemetry/log.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import type { Reservation, ReservationRefused, SelectionLine, Source } from "#lib/ticketing/model/reservation.ts";
import { type Outcome, refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { reservation } from "#lib/ticketing/wire/purchase/sales.ts";

type Options = {
  /** The Cart for the reservation; without one the service makes a new Cart. */
  readonly cartId?: string;
  /**
   * Keys of that Cart that the service releases when this reservation is made. A service that does not know the field
   * keeps them.
   */
  readonly replaces?: readonly string[];
  /** The text of the code field. */
  readonly code?: string;
  readonly source?: Source;
  /** The key of an offer of the waiting list, whose places the reservation takes. */
  readonly waitingListOffer?: string;
};

/** Reserves all of the tickets or none. */
export async function createReservation(
  eventId: number,
  wanted: readonly SelectionLine[],
  { cartId, replaces, code, source, waitingListOffer }: Options = {},
): Promise<Outcome<{ readonly reservation: Reservation }, ReservationRefused>> {
  const body = {
    event: eventId,
    tickets: wanted.map(({ ticketTypeId, quantity }) => ({ ticketType: ticketTypeId, quantity })),
    bookingCode: code && withPlainDigits(code),
    multiOrderKey: cartId,
    replaces,
    source,
    waitingListOffer,
  };
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
  return request({ name: "getReservation", method: "GET", path, answer: reservation({ key }) });
}

/**
 * Releases a reservation, so that its tickets are on sale again at once. Returns whether it no longer exists. The
 * service refuses one that is paid, or being paid for: its tickets stay reserved.
 */
export function releaseReservation(key: string): Promise<boolean> {
  const path = pathTo`/reservation/${key}`;
  return requestOrRefusal<boolean>({ name: "releaseReservation", method: "DELETE", path }, true, ({ errors }) =>
    errors.some(({ code }) => code === "NOT_FOUND" || code === "HOLD_ENDED"),
  );
}

/**
 * Releases as many as possible, and returns the keys of those that no longer exist. The tickets of the others are on
 * sale again when their reservation expires.
 */
export async function releaseAll(keys: readonly string[]): Promise<readonly string[]> {
  const results = await Promise.allSettled(keys.map(releaseReservation));
  const released = keys.filter((_key, at) => {
    const one = results[at];
    return one?.status === "fulfilled" && one.value;
  });
  const failed = keys.length - released.length;
  if (failed > 0)
    log("warn", "Reservations could not be released. Their tickets stay reserved until they expire.", { failed });
  return released;
}
