"use server";

import { getTranslations } from "next-intl/server";
import { limitInWords } from "#app/[locale]/limit-words.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import { liveSales } from "#lib/domain/cart/cart-state.ts";
import { expectedTotal } from "#lib/domain/cart/expected-total.ts";
import { placesOnSale } from "#lib/domain/cart/place-limits.ts";
import { earliest } from "#lib/domain/cart/reservation.ts";
import { type Offering, ticketTypesOf } from "#lib/domain/catalogue/offering.ts";
import { PROOF } from "#lib/domain/proof-of-work.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { isGivenUp } from "#lib/purchase/reconcile/given-up.ts";
import { makeRoom } from "#lib/purchase/reserve/make-room.ts";
import { clampToLimits, isSameChoice, parseReserveForm } from "#lib/purchase/reserve/reserve-form.ts";
import { releaseHeld } from "#lib/purchase/reserve/reserved-places.ts";
import { remembered, tryToReserve } from "#lib/purchase/reserve/try-to-reserve.ts";
import { mayGuess } from "#lib/security/may-guess.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { isProven, newChallenge } from "#lib/security/proof.ts";
import { gate } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { currentVisit, RESERVATIONS_MAX, rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import { together } from "#lib/state/turns.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { orNothing } from "#lib/ticketing/undefined-on-fault.ts";
import type { ReserveState } from "./reserve-state.ts";
import { shortageWords } from "./shortage-translation.ts";
import { refusedInWords } from "./shortage-words.ts";

/**
 * "Continue": one reservation, asked for once, into the Cart that holds other events. What was held for this
 * Event before goes only if it worked.
 */
export async function reserveTickets(_previous: ReserveState, form: FormData): Promise<ReserveState> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const t = await getTranslations({ locale, namespace: "Hold" });
  const { eventId, wanted: asked, code, source, shown } = parseReserveForm(typed);
  const no = (message: string, shortages: ReserveState["shortages"] = []): ReserveState => ({
    fieldErrors: {},
    message,
    shortages,
    turn: Date.now(),
  });
  if (eventId === undefined) return no(t("refusal.out_of_date"));
  if (asked.length === 0) return no(t("refusal.nothing_chosen"));

  // A code is tried before anything is reserved: what is on sale with it already tells whether it is right.
  if (code !== undefined && !(await mayGuess(code, "useCodePerNetwork"))) return no(t("refusal.busy"));
  const offering = await offeringFor(eventId, code);
  const ticketTypes = offering?.groups.flatMap(ticketTypesOf) ?? [];
  const wanted = clampToLimits(asked, ticketTypes);
  if (wanted.length === 0) return no(t("refusal.gone"));

  const now = new Date();
  const before = await orNothing(checkoutState(now));
  if (before === undefined) return no(t("refusal.no_answer"));
  if (before.state === "paying" && !(await isGivenUp(before, now)))
    redirect({ href: "/checkout/pay/checking", locale });
  if (before.state === "partly_paid") redirect({ href: "/checkout/receipt", locale });

  const underway = before.state === "reserved" || before.state === "expired" ? before : undefined;
  const live = underway?.cart ? liveSales(underway.cart, now) : [];
  const same = live.filter((sale) => sale.eventId === eventId);
  const others = live.filter((sale) => sale.eventId !== eventId);
  const isHeld = code === undefined && same.some(({ lines }) => isSameChoice(lines, wanted));
  if (before.state === "reserved" && isHeld) redirect({ href: "/checkout", locale });

  if (others.length >= RESERVATIONS_MAX) return no(t("refusal.cart_full", { count: RESERVATIONS_MAX }));
  if (!(await mayReserve(underway?.visit.cartId))) return no(t("refusal.busy"));

  const cart = others.length > 0 ? underway?.cart : undefined;
  if (cart && (await orNothing(makeRoom(cart, now))) === undefined) return no(t("refusal.no_answer"));
  // Another Cart knows nothing of the codes that this one was given.
  const codes = code ?? (cart ? undefined : underway?.cart?.codes.map((answer) => answer.code).join(" "));
  const replaces = same.map(({ key }) => key);
  const joining = cart && { cartId: cart.id, ...(replaces.length > 0 && { replaces }) };
  const options = { ...joining, ...(codes && { code: codes }), ...(source && { source }) };
  const press = underway && JSON.stringify([underway.visit.checkoutId, eventId, wanted, codes]);
  const visitor = (await currentVisit())?.cartId;
  const claimant = {
    network: await visitorNetwork(),
    ...(visitor !== undefined && { visitor }),
    instead: same.map(({ key }) => key),
    onSale: placesOnSale(offering),
    isProven: await isProven(`reserve ${eventId}`, typed.get(PROOF)),
  };
  const reserve = () => tryToReserve(eventId, wanted, options, claimant);
  const outcome = await (press === undefined ? reserve() : together(`reserve ${press}`, reserve, isHeldNow));
  if (outcome === "no_answer") return no(t("refusal.no_answer"));
  if ("limit" in outcome) {
    const answer = no(limitInWords(outcome, t));
    if (outcome.limit !== "proof_required") return answer;
    return { ...answer, challenge: await newChallenge(`reserve ${eventId}`) };
  }
  if (!outcome.ok) {
    const names = new Map(ticketTypes.map(({ id, name }) => [id, name]));
    return no(refusedInWords(outcome, wanted, names, shortageWords(t, locale)), outcome.shortages);
  }

  const { reservation } = outcome;
  const { visit } = underway ?? {};
  const expiresAt = earliest([reservation.expiresAt, ...others.map((sale) => sale.expiresAt ?? cart?.expiresAt)]);
  const total = expectedTotal(shown, wanted, others);
  const lapsed = before.state === "reserved" ? before.lapsed.filter((one) => one.eventId !== eventId) : [];
  const held = [...lapsed, ...others.map(remembered), { ...remembered(reservation), lines: wanted }];
  await rememberVisit({
    cartId: reservation.cartId,
    reservations: held.slice(-RESERVATIONS_MAX),
    ...(cart && visit?.paidKeys && { paidKeys: visit.paidKeys }),
    ...(total && { total }),
    ...(expiresAt && { expiresAt }),
    ...(visit?.buyer && { buyer: visit.buyer }),
  });
  // The new tickets are in the visitor's hands by now: they are not lost over the old ones.
  await releaseHeld(same.flatMap(({ key }) => (key === reservation.key ? [] : [key])));
  return redirect({ href: "/checkout", locale });
}

function isHeldNow(outcome: Awaited<ReturnType<typeof tryToReserve>>): boolean {
  return outcome !== "no_answer" && outcome.ok;
}

/** What there is to choose from for whoever typed these codes: some may show what is hidden from everybody else. */
async function offeringFor(eventId: number, codes: string | undefined): Promise<Offering | undefined> {
  const shown = codes && (await getOffering(eventId, { revealCodes: codes }).catch(() => undefined));
  return shown || (await catalogueOffering(eventId)).value;
}
