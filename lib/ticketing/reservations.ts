import "server-only";

import type { Outcome } from "#lib/domain/outcome.ts";
import type { Reservation, ReservationRefused } from "#lib/domain/reservation.ts";
import type { Wanted } from "#lib/domain/selection.ts";
import type { Source } from "#lib/domain/source.ts";
import { log } from "#lib/log.ts";
import { pathTo } from "#lib/ticketing/paths.ts";
import { request } from "#lib/ticketing/request.ts";
import { refused, reservationRefused } from "#lib/ticketing/wire/refusals.ts";
import { reservation } from "#lib/ticketing/wire/sales.ts";
import { anything } from "#lib/ticketing/wire/shapes.ts";

type Options = {
  /** The Cart to put it into; without one the service makes another. */
  readonly cartId?: string;
  /** What was typed into the one code box. */
  readonly code?: string;
  readonly source?: Source;
};

/** Takes the tickets out of others' reach, all of them or none. */
export async function createReservation(
  eventId: number,
  wanted: readonly Wanted[],
  { cartId, code, source }: Options = {},
): Promise<Outcome<{ readonly reservation: Reservation }, ReservationRefused>> {
  const body = JSON.stringify({
    event: eventId,
    tickets: wanted.map(({ ticketTypeId, quantity }) => ({ ticketType: ticketTypeId, quantity })),
    bookingCode: code,
    multiOrderKey: cartId,
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
  return outcome ?? { ok: false, refusal: "gone", shortages: [] };
}

export async function getReservation(key: string): Promise<Reservation | undefined> {
  const path = pathTo`/reservation/${key}`;
  return path && request({ name: "getReservation", method: "GET", path, answer: reservation({ key }) });
}

/** Its tickets are on sale again at once. One that is gone, or paid, stays as it is. */
export async function releaseReservation(key: string): Promise<void> {
  const path = pathTo`/reservation/${key}`;
  if (path === undefined) return;
  await request({ name: "releaseReservation", method: "DELETE", path, answer: anything, refusal: refused });
}

/** As many of them as can be, and whether that is all. What the service cannot release now comes free when its hold ends. */
export async function releaseAll(keys: readonly string[]): Promise<boolean> {
  const released = await Promise.allSettled(keys.map(releaseReservation));
  const failed = released.filter(({ status }) => status === "rejected").length;
  if (failed > 0) log("warn", "Tickets that nobody wants any more could not be released.", { failed });
  return failed === 0;
}
