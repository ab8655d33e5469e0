import "server-only";

import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import { log } from "#lib/telemetry/log.ts";
import { isKnownMissing, writeExtension } from "#lib/ticketing/client/extension.ts";
import { TicketingFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import type {
  Reservation,
  ReservationRefusal,
  ReservationRefused,
  SelectionLine,
  Source,
} from "#lib/ticketing/model/reservation.ts";
import { isForSource, recordNotTaken, sourceToSend } from "#lib/ticketing/sent-source.ts";
import { type Outcome, refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { type ReservationRead, reservation } from "#lib/ticketing/wire/purchase/sales.ts";

type Options = {
  /** The Cart for the reservation; without one the service makes a new Cart. */
  readonly cartId?: string;
  /**
   * Keys of that Cart that the service releases when this reservation is made. A service that does not know the field
   * keeps them; one that does refuses where a key is gone.
   */
  readonly replaces?: readonly string[];
  /** The text of the code field. */
  readonly code?: string;
  readonly source?: Source;
  /** The key of an offer of the waiting list, whose places the reservation takes. */
  readonly waitingListOffer?: string;
};

/**
 * Reserves all of the tickets or none. After any TicketingFault but those of `isNothingDone` they may be reserved, although the
 * answer was lost or names no reservation: the Cart shows it. A service that does not take the source reserves without it.
 */
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
    source: sourceToSend(source),
    waitingListOffer,
  };
  let outcome = await reserve(body);
  // The service says that it has reserved nothing.
  if (body.source && outcome?.ok === false && outcome.isForSource) {
    const { no } = outcome;
    outcome = await reserve({ ...body, source: undefined });
    recordNotTaken(body.source, no, outcome?.ok === true);
  }
  if (outcome === undefined) return { ok: false, refusal: "no_longer_on_sale", shortages: [] };
  if (!outcome.ok) return { ok: false, ...reservationRefused(outcome.no) };
  const { key, ...read } = outcome.read;
  const inCart = read.cartId ?? (key && (await cartOf(key))) ?? cartId;
  if (key === undefined || inCart === undefined)
    throw new TicketingFault("createReservation answered without a key that can be read.");
  const made = { eventId, eventName: "", status: "RESERVED", ...read, key, cartId: inCart } as const;
  return { ok: true, reservation: made };
}

/** Reserves, or returns the refusal and whether it is for the source of the reservation. */
function reserve(body: object) {
  const no = (mayLackReason: boolean) =>
    refused.transform((no) => ({ ok: false as const, no, isForSource: isForSource(no, mayLackReason) }));
  const yes = reservation.transform((read) => ({ ok: true as const, read }));
  const call = { name: "createReservation", method: "POST", path: "/reservation/", body } as const;
  // With 200 a service without reasons says what it says of sold-out tickets too.
  return request({ ...call, answer: no(false).or(yes), refusal: no(true) });
}

/** Returns the Cart of a reservation whose answer did not name it. */
async function cartOf(key: string): Promise<string | undefined> {
  return (await undefinedOnFault(getReservation(key)))?.cartId;
}

export async function getReservation(key: string): Promise<ReservationRead | undefined> {
  const path = pathTo`/reservation/${key}`;
  return request({ name: "getReservation", method: "GET", path, answer: reservation });
}

/** Tickets of a Reservation were given back, or why not. A service without this call is "not_offered". */
export type Kept = "kept" | "not_offered" | ReservationRefusal;

/**
 * Gives back all tickets of a Reservation but these, at least one, which keep their price and the savings that they still earn. Sent
 * twice it is done once.
 */
export async function keepTickets(key: string, kept: readonly SelectionLine[]): Promise<Kept> {
  if (isKnownMissing("keepTickets")) return "not_offered";
  const body = { tickets: kept.map(({ ticketTypeId, quantity }) => ({ ticketType: ticketTypeId, quantity })) };
  const path = pathTo`/reservation/${key}/tickets`;
  const answer = await writeExtension({ name: "keepTickets", method: "PUT", path }, body);
  if (answer === undefined) return "not_offered";
  const no = refused.safeParse(answer).data;
  const refusal = no && reservationRefused(no).refusal;
  return refusal === undefined ? "kept" : refusal === "no_longer_on_sale" ? "reservation_expired" : refusal;
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
