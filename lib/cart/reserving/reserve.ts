import "server-only";

import { mayTryCodes } from "#lib/cart/change-codes.ts";
import { type CodesLimited, codesOf, countUnknown, withinCodeTries } from "#lib/cart/code-tries.ts";
import { prepareCart, releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { expectedTotal } from "#lib/cart/summary.ts";
import { catalogueOffering } from "#lib/catalogue/events.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import type { CheckoutState, OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { allowsNewPurchase } from "#lib/purchase/reconcile-payment.ts";
import { singleFlight } from "#lib/runtime/concurrency.ts";
import type { Limited } from "#lib/security/live-reservations.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { isProven, newChallenge } from "#lib/security/proof/proof.ts";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";
import { placesOnSale } from "#lib/security/reservation-limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { rememberOrder } from "#lib/session/bought-cookie.ts";
import { acceptsCookies } from "#lib/session/cookies.ts";
import {
  amendPurchase,
  currentPurchase,
  RESERVATIONS_MAX,
  rememberPurchase,
  sourceOf,
} from "#lib/session/purchase/purchase-cookie.ts";
import { visitId } from "#lib/session/visit-id.ts";
import { markReserved } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";
import { count } from "#lib/telemetry/metrics.ts";
import { failureOnFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { type Offering, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import { earliest, type Reservation, type ReservationRefused, ticketCount } from "#lib/ticketing/model/reservation.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import type { NoPass } from "#lib/waiting-room/line-address.ts";
import { takePass } from "#lib/waiting-room/waiting-room.ts";
import { type BegunCart, inBegunCart } from "./begun-cart.ts";
import { areOnlyByCode, inTurn, type NotInTurn } from "./in-turn.ts";
import { clampToLimits, isSameSelection, type ReserveForm } from "./reserve-form.ts";
import { type ReserveFailure, remembered, reservationOf, tryToReserve } from "./try-to-reserve.ts";

export type ReserveResult =
  /** Absent: it was reserved before. */
  | { readonly result: "reserved"; readonly reservation?: Reservation }
  /** Another payment of this visitor is open, or has charged a part of their cart. */
  | { readonly result: "paying" | "partly_paid" }
  | {
      readonly result: "refused";
      readonly refusal: "out_of_date" | "nothing_chosen" | "busy" | "no_longer_on_sale" | "no_cookies" | ReserveFailure;
    }
  /** Others reserve tickets of this event first. */
  | { readonly result: "in_line"; readonly why: NoPass }
  /** The cart has the maximum number of events. */
  | { readonly result: "cart_full" }
  /** No code is checked now. */
  | ({ readonly result: "codes_limited" } & CodesLimited)
  | { readonly result: "limited"; readonly limited: Limited; readonly challenge?: Challenge }
  | {
      readonly result: "short";
      readonly refused: ReservationRefused;
      readonly names: ReadonlyMap<number, string>;
    };

type EventReserveForm = ReserveForm & { readonly eventId: number };

/**
 * Reserves the selection of a form once. A Cart with other events is used again. An earlier reservation of the same Event is
 * released only after the new one was made; an offer of the waiting list releases none.
 */
export async function reserve(form: ReserveForm, proof: unknown, now: Date): Promise<ReserveResult> {
  const outcome = await reserveOnce(form, proof, now);
  const event = outcome.result === "reserved" ? "reserved" : "reservation_refused";
  if (outcome.result === "reserved") markReserved();
  count("foyer_storefront_purchases_total", { event });
  return outcome;
}

async function reserveOnce(form: ReserveForm, proof: unknown, now: Date): Promise<ReserveResult> {
  const { eventId, code } = form;
  if (eventId === undefined) return refused("out_of_date");
  if (form.wanted.length === 0) return refused("nothing_chosen");
  // No later page could find the reservation, and the next press would reserve other places.
  if (!(await acceptsCookies())) return refused("no_cookies");

  // The codes are checked first: the offering shows whether they are valid before anything is reserved.
  if (code !== undefined && !(await mayTryCodes(code, "useCodePerNetwork"))) return refused("busy");
  const check = async () => ({ offering: await offeringFor(eventId, code) });
  const checked = await withinCodeTries(await visitorNetwork(), code, check, ({ offering }) => {
    // A code that opens none of the tickets that it is sent for is a guess.
    const shown = new Set(offering?.groups.flatMap(ticketTypesOf).map(({ id }) => id));
    const isOpened = offering === undefined || form.wanted.some(({ ticketTypeId }) => shown.has(ticketTypeId));
    return isOpened ? [] : codesOf(code);
  });
  if ("waitSeconds" in checked) return { result: "codes_limited", ...checked };
  const { offering } = checked;
  // The offering does not list sold-out tickets, but an offer of the waiting list is for such tickets.
  const wanted =
    form.waitingListOffer === undefined
      ? clampToLimits(form.wanted, offering?.groups.flatMap(ticketTypesOf) ?? [])
      : form.wanted;
  if (wanted.length === 0) return refused("no_longer_on_sale");

  const reserveNow = async () => {
    const checkout = await failureOnFault(checkoutState(now));
    if (typeof checkout === "string") return refused(checkout);
    if (checkout.state === "paying" && !(await allowsNewPurchase(checkout, now))) return { result: "paying" } as const;
    if (checkout.state === "partly_paid") return { result: "partly_paid" } as const;
    return reserveInto(checkout, { ...form, eventId, wanted }, { offering, proof, now });
  };
  const outcome = await reserveNow();
  // What it was to replace expired, or another tab changed it first: it is read again, once.
  const isGone = outcome.result === "short" && outcome.refused.refusal === "reservation_expired";
  return isGone && form.waitingListOffer === undefined ? reserveNow() : outcome;
}

type ReserveContext = {
  readonly offering: Offering | undefined;
  readonly proof: unknown;
  readonly now: Date;
  /** Where the cart is shown, a second tab may change it too. It stays valid. */
  readonly keepsId?: boolean;
  /** The lines are added to what the visitor has reserved of the event. */
  readonly adds?: boolean;
  /** They are reserved again although they are reserved: their prices have changed. */
  readonly isAnew?: boolean;
};

/** Reserves these lines instead of all that the visitor has reserved of their event, or beside them. */
export async function reserveInto(
  checkout: CheckoutState,
  form: EventReserveForm,
  context: ReserveContext,
): Promise<ReserveResult> {
  const open = checkout.state === "reserved" || checkout.state === "expired" ? checkout : undefined;
  const live = open?.cart ? liveSales(open.cart, context.now) : [];
  const mayBeDone = checkout.state === "reserved" && !context.adds && !context.isAnew;
  if (mayBeDone && isSameAs(live, form)) return { result: "reserved" };
  if (!(await mayReserve(open?.purchase.cartId))) return refused("busy");
  if (open?.cart && live.length > 0)
    return reserveIn({ cartId: open.cart.id, cart: open.cart }, checkout, form, context);
  const begun = await failureOnFault(
    inBegunCart(await visitId(), (begun) => reserveIn(begun, checkout, form, context)),
  );
  return typeof begun === "string" ? refused(begun) : begun;
}

/** Returns whether exactly the tickets of a form are reserved already. */
function isSameAs(live: readonly CartSale[], { eventId, wanted, code, waitingListOffer }: EventReserveForm): boolean {
  if (code !== undefined || waitingListOffer !== undefined) return false;
  const same = live.filter((sale) => sale.eventId === eventId);
  return isSameSelection(
    same.flatMap(({ lines }) => lines),
    wanted,
  );
}

async function reserveIn(
  { cartId, cart }: BegunCart,
  checkout: CheckoutState,
  form: EventReserveForm,
  { offering, proof, now, keepsId = false, adds = false, isAnew = false }: ReserveContext,
): Promise<ReserveResult> {
  const { eventId, wanted, code, waitingListOffer } = form;
  const open = checkout.state === "reserved" || checkout.state === "expired" ? checkout : undefined;
  const live = cart ? liveSales(cart, now) : [];
  const ofEvent = live.filter((sale) => sale.eventId === eventId);
  // An offer of the waiting list adds to the tickets that the visitor has.
  const same = waitingListOffer === undefined && !adds ? ofEvent : [];
  const others = live.filter((sale) => !same.includes(sale));
  const before = same.flatMap(({ lines }) => lines);
  if (others.length >= RESERVATIONS_MAX) return { result: "cart_full" };

  // In the same Cart the service exchanges the tickets in one step: they need not be free twice, and codes stay.
  const prepared = cart && (await failureOnFault(prepareCart(cart, now)));
  if (typeof prepared === "string") return refused(prepared);
  // A new Cart does not have the codes of the last one.
  const codes = code ?? (live.length > 0 ? undefined : open?.cart?.codes.map((answer) => answer.code).join(" "));
  const replaces = same.map(({ key }) => key);
  const source = form.source ?? (open && ofEvent.length > 0 ? sourceOf(open.purchase, eventId) : undefined);
  const options = {
    ...(cartId !== undefined && { cartId }),
    known: cart?.sales.map(({ key }) => key) ?? [],
    ...(replaces.length > 0 && { replaces }),
    ...(codes && { code: codes }),
    ...(source && { source }),
    ...(waitingListOffer !== undefined && { waitingListOffer }),
  };
  const visitor = (await currentPurchase())?.cartId;
  const claimant = {
    network: await visitorNetwork(),
    ...(visitor !== undefined && { visitor }),
    instead: replaces,
    onSale: placesOnSale(offering),
    isProven: ticketCount(wanted) <= ticketCount(before) || (await isProven(`reserve ${eventId}`, proof)),
  };
  // An earlier press reserved these tickets, and its answer was lost.
  const [found] = cart && !isAnew && same.length === 1 && isSameAs(live, form) ? same : [];
  const attempt = async () =>
    found && cart
      ? ({ ok: true, reservation: reservationOf(found, cart) } as const)
      : tryToReserve(eventId, wanted, options, claimant);
  // Who has tickets of the event, or an offer of them, has had their turn.
  const isFree = ofEvent.length > 0 || waitingListOffer !== undefined || areOnlyByCode(wanted, offering);
  const ofTurn = isFree ? attempt : () => inTurn(() => takePass(eventId, proof), attempt, isSuccessful);
  // Concurrent requests of one form with one checkout id reserve once.
  const press = open && JSON.stringify([open.purchase.checkoutId, eventId, wanted, codes, waitingListOffer, replaces]);
  const outcome = await (press === undefined ? ofTurn() : singleFlight(`reserve ${press}`, ofTurn, isSuccessful));
  if (typeof outcome === "string") return refused(outcome);
  if ("line" in outcome) return { result: "in_line", why: outcome.line };
  if ("limit" in outcome) {
    const challenge = outcome.limit === "proof_required" && (await newChallenge(`reserve ${eventId}`));
    return { result: "limited", limited: outcome, ...(challenge && { challenge }) };
  }
  if (!outcome.ok) {
    const names = new Map(offering?.groups.flatMap(ticketTypesOf).map(({ id, name }) => [id, name]));
    return { result: "short", refused: outcome, names };
  }
  await countUnknown(claimant.network, outcome.reservation.codes);
  log("info", "Tickets were reserved.", { eventId, tickets: ticketCount(wanted) });
  // The new purchase replaces the one that paid, so the paid order is added to the device's list here. A page cannot do it.
  if (checkout.state === "paid") await rememberOrder(checkout.saleKeys);
  await rememberReserved(outcome.reservation, { ...form, source }, { open, others, cart, keepsId });
  // A failure to release the old reservation does not lose the new one.
  await releaseReserved(replaces.filter((key) => key !== outcome.reservation.key));
  return { result: "reserved", reservation: outcome.reservation };
}

type Before = {
  readonly open: OpenCheckout | undefined;
  /** The sales of other events, which stay reserved. */
  readonly others: ReturnType<typeof liveSales>;
  /** Their Cart, in which the reservation was made. */
  readonly cart: Cart | undefined;
  readonly keepsId: boolean;
};

async function rememberReserved(
  reservation: Reservation,
  { eventId, wanted, shown, source }: EventReserveForm,
  { open, others, cart, keepsId }: Before,
): Promise<void> {
  const { purchase } = open ?? {};
  const joins = cart !== undefined && cart.id === open?.cart?.id;
  const ofOthers = others.map((sale) => sale.expiresAt ?? cart?.expiresAt);
  const expiresAt = earliest([reservation.expiresAt, ...ofOthers]);
  const total = expectedTotal(shown, wanted, others);
  const expired = open?.state === "reserved" ? open.expired.filter((one) => one.eventId !== eventId) : [];
  const reservations = [
    ...expired,
    ...others.map(remembered),
    remembered({ ...reservation, lines: wanted, ...(source && { source }) }),
  ];
  const content = {
    cartId: reservation.cartId,
    reservations: reservations.slice(-RESERVATIONS_MAX),
    ...(joins && purchase?.paidKeys && { paidKeys: purchase.paidKeys }),
    ...(total && { total }),
    ...(expiresAt && { expiresAt }),
    ...(purchase?.buyer && { buyer: purchase.buyer }),
    ...(purchase?.voucher && { voucher: purchase.voucher }),
  };
  if (purchase === undefined || !keepsId) await rememberPurchase(content, cart !== undefined && !joins);
  else {
    const { total: _total, expiresAt: _end, ...rest } = purchase;
    await amendPurchase({ ...rest, ...content });
  }
}

function refused(refusal: Extract<ReserveResult, { result: "refused" }>["refusal"]): ReserveResult {
  return { result: "refused", refusal };
}

function isSuccessful(outcome: Awaited<ReturnType<typeof tryToReserve>> | NotInTurn): boolean {
  return typeof outcome !== "string" && outcome.ok;
}

/** Returns the offering with these codes, which may reveal hidden tickets. */
export async function offeringFor(eventId: number, codes: string | undefined): Promise<Offering | undefined> {
  const shown = codes && (await undefinedOnFault(getOffering(eventId, { revealCodes: codes })));
  return shown || (await catalogueOffering(eventId)).value;
}
