import "server-only";

import { inEmptyCart } from "#lib/cart/reserving/begun-cart.ts";
import { guestsWithTicket, lineResults } from "#lib/cart/reserving/line-results.ts";
import { extendReserved, prepareCart, releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { remembered } from "#lib/cart/reserving/try-to-reserve.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { answersBefore } from "#lib/purchase/read-sales.ts";
import { eventTag, markChanged } from "#lib/runtime/catalogue-changes.ts";
import { singleFlight } from "#lib/runtime/concurrency.ts";
import { consumeOnce } from "#lib/security/records/once.ts";
import { placesOnSale } from "#lib/security/reservation-limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { keysOf, type PurchaseReservation, rememberPurchase, sourceOf } from "#lib/session/purchase/purchase-cookie.ts";
import { visitId } from "#lib/session/visit-id.ts";
import type { CartSale } from "#lib/ticketing/model/cart.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { type TicketType, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import { earliest, type ReservedLine, type SelectionLine } from "#lib/ticketing/model/reservation.ts";
import { takePass } from "#lib/waiting-room/waiting-room.ts";
import { areOnlyByCode, inTurn } from "./in-turn.ts";
import { offeringFor } from "./reserve.ts";
import { type EventResult, lockAgain, reserveAsMuch, reservedLinesOf } from "./reserve-as-much.ts";

type ReserveAgainInput = {
  readonly previous: PreviousCart;
  /** The language that the new reservation is locked in. */
  readonly locale: string;
  readonly now: Date;
  /** Concurrent calls with the same name run once. */
  readonly name: string;
  /** Other expired reservations, which are kept in the purchase and not reserved now. */
  readonly expired?: readonly PurchaseReservation[];
};

/** Reserves expired tickets again, and stores the new reservations in the purchase. Returns the result of each line. */
export async function reserveAgain({
  previous,
  locale,
  now,
  name,
  expired = [],
}: ReserveAgainInput): Promise<ReserveAgainResult> {
  const { purchase, cart } = previous;
  const result = await singleFlight(name, () => reserveMissing(previous, now), hasReservation);
  const { cartId, stillReserved } = result;
  const short = result.results.filter(({ lines }) => lines.some(({ wanted, reserved }) => reserved < wanted));
  // A page must not offer one more of what has just run out.
  if (short.length > 0)
    markChanged(
      short.map(({ eventId }) => eventTag(eventId)),
      Date.now(),
    );
  if (cartId === undefined) return result;

  const made = result.results.flatMap(({ reservation, eventName, lines, source }) =>
    reservation ? [{ ...reservation, eventName, lines: reservedLinesOf(lines), ...(source && { source }) }] : [],
  );
  const kept = [...stillReserved, ...made];
  // Reads the buyer's answers while the old sales still exist, to send them for the new ones.
  const before = purchase.buyer && (await answersBefore(keysOf(purchase)));
  const answers = before && {
    ...before,
    guests: guestsWithTicket(
      before.guests,
      kept.flatMap(({ lines }) => lines),
    ),
  };
  await releaseReserved((cart?.sales ?? []).flatMap(({ key }) => (kept.some((one) => one.key === key) ? [] : [key])));
  const locked = await lockAgain(cartId, purchase.buyer, locale, answers);
  const { total: _before, ...rest } = purchase;
  const expiresAt = locked?.expiresAt ?? earliest(kept.map((one) => one.expiresAt));
  await rememberPurchase({
    ...rest,
    cartId,
    reservations: [...expired, ...kept.map(remembered)],
    ...(locked && { total: locked.total }),
    ...(expiresAt && { expiresAt }),
  });
  return { ...result, ...(purchase.total && locked && { totals: { before: purchase.total, now: locked.total } }) };
}

function hasReservation({ results }: ReserveAgainResult): boolean {
  return results.some(isReservedIn);
}

function isReservedIn({ reservation }: EventResult): boolean {
  return reservation !== undefined;
}

export type ReserveAgainResult = {
  /** Sales that did not expire. */
  readonly stillReserved: readonly CartSale[];
  readonly results: readonly ReservedEvent[];
  readonly cartId?: string;
  readonly ticketTypes: readonly TicketType[];
  /** The lines of the expired sales, as far as the service still has them, to compare prices. */
  readonly before: readonly ReservedLine[];
  /** The totals that the buyer was shown for payment, and is shown now. Absent before the details are given. */
  readonly totals?: { readonly before: Money; readonly now: Money };
};

type ReservedEvent = EventResult & Pick<PurchaseReservation, "eventId" | "eventName" | "source">;

/** The purchase, and the cart as far as the service still has it. */
type PreviousCart = Pick<OpenCheckout, "purchase" | "cart"> & {
  /** The codes to use where the cart no longer exists. */
  readonly codes?: readonly string[];
};

type ExpiredEvent = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly lines: readonly SelectionLine[];
};

/** Reserves the expired sales of all events again, and keeps those that are still reserved. */
async function reserveMissing({ purchase, cart, codes = [] }: PreviousCart, now: Date): Promise<ReserveAgainResult> {
  const stillReserved = cart ? liveSales(cart, now) : [];
  const inCart = cart?.sales ?? [];
  const expired = [
    ...inCart.filter((sale) => !stillReserved.includes(sale)),
    ...purchase.reservations.filter(({ key }) => !inCart.some((sale) => sale.key === key)),
  ];
  const code = (cart?.codes.map((answer) => answer.code) ?? codes).join(" ");
  const offerings = await Promise.all(expired.map(({ eventId }) => offeringFor(eventId, code)));
  const onSaleNow = new Map(expired.map(({ eventId }, at) => [eventId, offerings[at]]));
  const network = await visitorNetwork();
  const ticketTypes = offerings.flatMap((offering) => offering?.groups.flatMap(ticketTypesOf) ?? []);

  const reservedEvents = new Set(stillReserved.map(({ eventId }) => eventId));
  let cartId = stillReserved.length > 0 ? cart?.id : undefined;
  if (cart && cartId !== undefined) await prepareCart(cart, now);
  const reserveAll = async (into: string | undefined) => {
    const known = inCart.map(({ key }) => key);
    const results: ReservedEvent[] = [];
    for (const { key, eventId, eventName, lines } of scarcestFirst(expired, ticketTypes)) {
      const source = sourceOf(purchase, eventId);
      const ofCart = { ...(into !== undefined && { cartId: into }), ...(cartId === undefined && code && { code }) };
      const made = results.flatMap(({ reservation }) => reservation?.key ?? []);
      const options = { ...ofCart, known: [...known, ...made], ...(source && { source }) };
      // No second proof of work: these tickets were in the visitor's cart before. Of an Undo, which is used once, they have no key.
      const proof = key === "" ? undefined : await consumeOnce("expired", key);
      const isProven = key === "" || proof !== undefined;
      const claimant = {
        network,
        onSale: placesOnSale(onSaleNow.get(eventId)),
        isProven,
        ...(cartId && { visitor: cartId }),
      };
      const wanted = lines.map(wantedOf);
      const attempt = () => reserveAsMuch(eventId, wanted, options, claimant);
      // One turn would otherwise give a cart to each copy of the cookie that knows what was reserved.
      const isFree = reservedEvents.has(eventId) || areOnlyByCode(wanted, onSaleNow.get(eventId));
      const outcome = isFree
        ? await attempt()
        : await inTurn(() => takePass(eventId, undefined), attempt, isReservedIn);
      const result = "line" in outcome ? { lines: lineResults(wanted, []), line: outcome.line } : outcome;
      if (isReservedIn(result)) reservedEvents.add(eventId);
      else await proof?.giveBack();
      cartId ??= result.reservation?.cartId;
      results.push({ ...result, eventId, eventName, ...(source && { source }) });
    }
    return results;
  };
  const results = cartId === undefined ? await inEmptyCart(await visitId(), reserveAll) : await reserveAll(cartId);
  // The older sales expire first, and the cart with them: all sales are extended.
  if (cartId !== undefined && stillReserved.length > 0) await extendReserved(cartId, network);
  const before = inCart.flatMap(({ lines }) => lines);
  return { stillReserved, results, ticketTypes, before, ...(cartId !== undefined && { cartId }) };
}

/** Returns whether at least one sale is reserved now. */
export function isAnyReserved(result: ReserveAgainResult): boolean {
  return result.stillReserved.length > 0 || hasReservation(result);
}

function wantedOf({ ticketTypeId, quantity }: SelectionLine): SelectionLine {
  return { ticketTypeId, quantity };
}

/**
 * Orders the events by the tickets left, fewest first, so that a refusal is known before the other reservations start.
 */
function scarcestFirst(expired: readonly ExpiredEvent[], ticketTypes: readonly TicketType[]): readonly ExpiredEvent[] {
  const spare = ({ lines }: ExpiredEvent) =>
    Math.min(
      ...lines.map(({ ticketTypeId, quantity }) => {
        const available = ticketTypes.find(({ id }) => id === ticketTypeId)?.available;
        return available === undefined ? Number.POSITIVE_INFINITY : available - quantity;
      }),
    );
  return expired.toSorted((a, b) => spare(a) - spare(b) || 0);
}
