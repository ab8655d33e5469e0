import "server-only";

import { guestsWithTicket } from "#lib/domain/reservation/line-results.ts";
import { earliest } from "#lib/domain/reservation/reservation.ts";
import { answersBefore } from "#lib/purchase/details/buyer-answers.ts";
import { releaseReserved } from "#lib/purchase/reserve/reserved-places.ts";
import { remembered } from "#lib/purchase/reserve/try-to-reserve.ts";
import { keysOf, rememberVisit, type VisitReservation } from "#lib/session/visit/visit-cookie.ts";
import { singleFlight } from "#lib/state/single-flight.ts";
import { heldOf, lockAgain } from "./reserve-as-much.ts";
import { type Ended, type PutBack, putBack } from "./reserve-missing.ts";

type TakeAgain = {
  readonly ended: Ended;
  /** The language that the new reservation is locked in. */
  readonly locale: string;
  readonly now: Date;
  /** Presses under one name are done once. */
  readonly name: string;
  /** Ended as well, and not asked for now. */
  readonly lapsed?: readonly VisitReservation[];
};

/** Reserves what has expired once more, and remembers the new reservations in the visit. Returns what came of each line. */
export async function takeAgain({ ended, locale, now, name, lapsed = [] }: TakeAgain): Promise<PutBack> {
  const { visit, cart } = ended;
  const result = await singleFlight(name, () => putBack(ended, now), isSomethingBack);
  const { cartId, live } = result;
  if (cartId === undefined) return result;

  const made = result.again.flatMap(({ reservation, eventName, lines }) =>
    reservation ? [{ ...reservation, eventName, lines: heldOf(lines) }] : [],
  );
  const kept = [...live, ...made];
  // While the old ones can still be read: what was answered for them is answered for these.
  const before = visit.buyer && (await answersBefore(keysOf(visit)));
  const told = before && {
    ...before,
    guests: guestsWithTicket(
      before.guests,
      kept.flatMap(({ lines }) => lines),
    ),
  };
  await releaseReserved((cart?.sales ?? []).flatMap(({ key }) => (kept.some((one) => one.key === key) ? [] : [key])));
  const held = await lockAgain(cartId, visit.buyer, locale, told);
  const { total: _before, ...rest } = visit;
  const expiresAt = held?.expiresAt ?? earliest(kept.map((one) => one.expiresAt));
  await rememberVisit({
    ...rest,
    cartId,
    reservations: [...lapsed, ...kept.map(remembered)],
    ...(held && { total: held.total }),
    ...(expiresAt && { expiresAt }),
  });
  return result;
}

function isSomethingBack({ again }: PutBack): boolean {
  return again.some(({ reservation }) => reservation !== undefined);
}
