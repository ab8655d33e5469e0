import "server-only";

import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import { liveSales } from "#lib/domain/cart/cart-state.ts";
import { type Offering, ticketTypesOf } from "#lib/domain/catalogue/offering.ts";
import { expectedTotal } from "#lib/domain/pricing/expected-total.ts";
import type { Challenge } from "#lib/domain/proof-of-work.ts";
import { placesOnSale } from "#lib/domain/reservation/place-limits.ts";
import { earliest, type Reservation, type ReservationRefused } from "#lib/domain/reservation/reservation.ts";
import type { SelectionLine } from "#lib/domain/reservation/selection.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import type { CheckoutState, OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { allowsNewPurchase } from "#lib/purchase/reconcile/allows-new-purchase.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { mayTryCodes } from "#lib/security/may-try-code.ts";
import { isProven, newChallenge } from "#lib/security/proof.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { currentVisit, RESERVATIONS_MAX, rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import type { Limited } from "#lib/state/places.ts";
import { singleFlight } from "#lib/state/single-flight.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { prepareCart } from "./prepare-cart.ts";
import { clampToLimits, isSameChoice, type ReserveForm } from "./reserve-form.ts";
import { releaseReserved } from "./reserved-places.ts";
import { remembered, tryToReserve } from "./try-to-reserve.ts";

export type ReserveResult =
  | { readonly result: "reserved" }
  /** Another payment of this visitor is under way, or has charged a part of their cart. */
  | { readonly result: "paying" | "partly_paid" }
  | {
      readonly result: "refused";
      readonly refusal: "out_of_date" | "nothing_chosen" | "busy" | "no_longer_on_sale" | "no_answer";
    }
  /** The cart has as many events as it may. */
  | { readonly result: "cart_full" }
  | { readonly result: "limited"; readonly limited: Limited; readonly challenge?: Challenge }
  | {
      readonly result: "short";
      readonly refused: ReservationRefused;
      readonly wanted: readonly SelectionLine[];
      readonly names: ReadonlyMap<number, string>;
    };

type TypedIn = ReserveForm & { readonly eventId: number };

/**
 * Reserves what a form asks for, once, into the Cart that has other events. What was reserved for this Event before is
 * released only after it worked.
 */
export async function reserve(form: ReserveForm, proof: unknown, now: Date): Promise<ReserveResult> {
  const { eventId, code } = form;
  if (eventId === undefined) return refused("out_of_date");
  if (form.wanted.length === 0) return refused("nothing_chosen");

  // A code is tried before anything is reserved: what is on sale with it already tells whether it is right.
  if (code !== undefined && !(await mayTryCodes(code, "useCodePerNetwork"))) return refused("busy");
  const offering = await offeringFor(eventId, code);
  const wanted = clampToLimits(form.wanted, offering?.groups.flatMap(ticketTypesOf) ?? []);
  if (wanted.length === 0) return refused("no_longer_on_sale");

  const checkout = await undefinedOnFault(checkoutState(now));
  if (checkout === undefined) return refused("no_answer");
  if (checkout.state === "paying" && !(await allowsNewPurchase(checkout, now))) return { result: "paying" };
  if (checkout.state === "partly_paid") return { result: "partly_paid" };
  return reserveInto(checkout, { ...form, eventId, wanted }, { offering, proof, now });
}

type Circumstances = { readonly offering: Offering | undefined; readonly proof: unknown; readonly now: Date };

async function reserveInto(
  checkout: CheckoutState,
  form: TypedIn,
  { offering, proof, now }: Circumstances,
): Promise<ReserveResult> {
  const { eventId, wanted, code, source } = form;
  const open = checkout.state === "reserved" || checkout.state === "expired" ? checkout : undefined;
  const live = open?.cart ? liveSales(open.cart, now) : [];
  const same = live.filter((sale) => sale.eventId === eventId);
  const others = live.filter((sale) => sale.eventId !== eventId);
  const isReserved = code === undefined && same.some(({ lines }) => isSameChoice(lines, wanted));
  if (checkout.state === "reserved" && isReserved) return { result: "reserved" };
  if (others.length >= RESERVATIONS_MAX) return { result: "cart_full" };
  if (!(await mayReserve(open?.visit.cartId))) return refused("busy");

  const cart = others.length > 0 ? open?.cart : undefined;
  if (cart && (await undefinedOnFault(prepareCart(cart, now))) === undefined) return refused("no_answer");
  // Another Cart knows nothing of the codes that this one was given.
  const codes = code ?? (cart ? undefined : open?.cart?.codes.map((answer) => answer.code).join(" "));
  const replaces = same.map(({ key }) => key);
  const joining = cart && { cartId: cart.id, ...(replaces.length > 0 && { replaces }) };
  const options = { ...joining, ...(codes && { code: codes }), ...(source && { source }) };
  const visitor = (await currentVisit())?.cartId;
  const claimant = {
    network: await visitorNetwork(),
    ...(visitor !== undefined && { visitor }),
    instead: replaces,
    onSale: placesOnSale(offering),
    isProven: await isProven(`reserve ${eventId}`, proof),
  };
  const attempt = () => tryToReserve(eventId, wanted, options, claimant);
  // Presses of one form under one checkout id reserve once.
  const press = open && JSON.stringify([open.visit.checkoutId, eventId, wanted, codes]);
  const outcome = await (press === undefined ? attempt() : singleFlight(`reserve ${press}`, attempt, isSuccessful));
  if (outcome === "no_answer") return refused("no_answer");
  if ("limit" in outcome) {
    const challenge = outcome.limit === "proof_required" && (await newChallenge(`reserve ${eventId}`));
    return { result: "limited", limited: outcome, ...(challenge && { challenge }) };
  }
  if (!outcome.ok) {
    const names = new Map(offering?.groups.flatMap(ticketTypesOf).map(({ id, name }) => [id, name]));
    return { result: "short", refused: outcome, wanted, names };
  }
  await rememberReserved(outcome.reservation, form, { open, others, joins: cart !== undefined });
  // The new tickets are the visitor's by now: a failure to release the old ones does not lose them.
  await releaseReserved(replaces.filter((key) => key !== outcome.reservation.key));
  return { result: "reserved" };
}

type Before = {
  readonly open: OpenCheckout | undefined;
  /** The sales of other events, which stay. */
  readonly others: ReturnType<typeof liveSales>;
  /** Whether the reservation was made in the Cart of these others. */
  readonly joins: boolean;
};

async function rememberReserved(
  reservation: Reservation,
  { eventId, wanted, shown }: TypedIn,
  { open, others, joins }: Before,
): Promise<void> {
  const { visit, cart } = open ?? {};
  const ofOthers = others.map((sale) => sale.expiresAt ?? (joins ? cart?.expiresAt : undefined));
  const expiresAt = earliest([reservation.expiresAt, ...ofOthers]);
  const total = expectedTotal(shown, wanted, others);
  const expired = open?.state === "reserved" ? open.expired.filter((one) => one.eventId !== eventId) : [];
  const reservations = [...expired, ...others.map(remembered), { ...remembered(reservation), lines: wanted }];
  await rememberVisit({
    cartId: reservation.cartId,
    reservations: reservations.slice(-RESERVATIONS_MAX),
    ...(joins && visit?.paidKeys && { paidKeys: visit.paidKeys }),
    ...(total && { total }),
    ...(expiresAt && { expiresAt }),
    ...(visit?.buyer && { buyer: visit.buyer }),
  });
}

function refused(refusal: Extract<ReserveResult, { result: "refused" }>["refusal"]): ReserveResult {
  return { result: "refused", refusal };
}

function isSuccessful(outcome: Awaited<ReturnType<typeof tryToReserve>>): boolean {
  return outcome !== "no_answer" && outcome.ok;
}

/** What there is to choose from with these codes: some may show what is hidden from everybody else. */
async function offeringFor(eventId: number, codes: string | undefined): Promise<Offering | undefined> {
  const shown = codes && (await getOffering(eventId, { revealCodes: codes }).catch(() => undefined));
  return shown || (await catalogueOffering(eventId)).value;
}
