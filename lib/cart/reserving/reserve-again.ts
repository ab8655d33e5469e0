import "server-only";

import { guestsWithTicket } from "#lib/cart/reserving/line-results.ts";
import { releaseReserved } from "#lib/cart/reserving/reserved-places.ts";
import { remembered } from "#lib/cart/reserving/try-to-reserve.ts";
import { answersBefore } from "#lib/purchase/read-sales.ts";
import { singleFlight } from "#lib/runtime/single-flight.ts";
import { keysOf, rememberVisit, type VisitReservation } from "#lib/session/visit/visit-cookie.ts";
import { earliest } from "#lib/ticketing/model/reservation.ts";
import { lockAgain, reservedLinesOf } from "./reserve-as-much.ts";
import { type PreviousCart, type ReserveAgainResult, reserveMissing } from "./reserve-missing.ts";

type ReserveAgainInput = {
  readonly previous: PreviousCart;
  /** The language that the new reservation is locked in. */
  readonly locale: string;
  readonly now: Date;
  /** Concurrent calls with one name run once. */
  readonly name: string;
  /** Other expired reservations, which are kept in the visit and not reserved now. */
  readonly expired?: readonly VisitReservation[];
};

/** Reserves expired tickets again, and stores the new reservations in the visit. Returns the result of each line. */
export async function reserveAgain({
  previous,
  locale,
  now,
  name,
  expired = [],
}: ReserveAgainInput): Promise<ReserveAgainResult> {
  const { visit, cart } = previous;
  const result = await singleFlight(name, () => reserveMissing(previous, now), hasReservation);
  const { cartId, stillReserved } = result;
  if (cartId === undefined) return result;

  const made = result.results.flatMap(({ reservation, eventName, lines }) =>
    reservation ? [{ ...reservation, eventName, lines: reservedLinesOf(lines) }] : [],
  );
  const kept = [...stillReserved, ...made];
  // The answers are read while the old sales exist, and given for the new ones.
  const before = visit.buyer && (await answersBefore(keysOf(visit)));
  const answers = before && {
    ...before,
    guests: guestsWithTicket(
      before.guests,
      kept.flatMap(({ lines }) => lines),
    ),
  };
  await releaseReserved((cart?.sales ?? []).flatMap(({ key }) => (kept.some((one) => one.key === key) ? [] : [key])));
  const locked = await lockAgain(cartId, visit.buyer, locale, answers);
  const { total: _before, ...rest } = visit;
  const expiresAt = locked?.expiresAt ?? earliest(kept.map((one) => one.expiresAt));
  await rememberVisit({
    ...rest,
    cartId,
    reservations: [...expired, ...kept.map(remembered)],
    ...(locked && { total: locked.total }),
    ...(expiresAt && { expiresAt }),
  });
  return result;
}

function hasReservation({ results }: ReserveAgainResult): boolean {
  return results.some(({ reservation }) => reservation !== undefined);
}
