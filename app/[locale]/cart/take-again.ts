import "server-only";

import { toldBefore } from "#app/[locale]/checkout/told.ts";
import type { HeldAgain } from "#components/reservation-clock.tsx";
import type { Locale } from "#i18n/routing.ts";
import { guestsWithTicket } from "#lib/domain/cart/held-again.ts";
import { earliest } from "#lib/domain/cart/reservation.ts";
import { releaseHeld } from "#lib/purchase/reserved-places.ts";
import { keysOf, rememberVisit, type VisitReservation } from "#lib/session/visit/visit-cookie.ts";
import { together } from "#lib/state/turns.ts";
import { againInWords } from "./again-words.ts";
import { type Ended, type PutBack, putBack } from "./put-back.ts";
import { heldOf, lockAgain } from "./reserve-again.ts";
import { remembered } from "./try-to-reserve.ts";

type TakeAgain = {
  readonly ended: Ended;
  readonly locale: Locale;
  readonly now: Date;
  /** Presses under one name are done once. */
  readonly name: string;
  /** Ended as well, and not asked for now. */
  readonly lapsed?: readonly VisitReservation[];
};

/** Reserves what has ended once more, remembers what came of it in the visit, and says it line by line. */
export async function takeAgain({ ended, locale, now, name, lapsed = [] }: TakeAgain): Promise<HeldAgain> {
  const { visit, cart } = ended;
  const result = await together(name, () => putBack(ended, now), isSomethingBack);
  const state = await againInWords({ ...result, locale });
  const { cartId, live } = result;
  if (cartId === undefined) return state;

  const made = result.again.flatMap(({ reservation, eventName, lines }) =>
    reservation ? [{ ...reservation, eventName, lines: heldOf(lines) }] : [],
  );
  const kept = [...live, ...made];
  // While the old ones can still be read: what was answered for them is answered for these.
  const before = visit.buyer && (await toldBefore(keysOf(visit)));
  const told = before && {
    ...before,
    guests: guestsWithTicket(
      before.guests,
      kept.flatMap(({ lines }) => lines),
    ),
  };
  await releaseHeld((cart?.sales ?? []).flatMap(({ key }) => (kept.some((one) => one.key === key) ? [] : [key])));
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
  return state;
}

function isSomethingBack({ again }: PutBack): boolean {
  return again.some(({ reservation }) => reservation !== undefined);
}
