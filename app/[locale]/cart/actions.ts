"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { underway } from "#app/[locale]/checkout/underway.ts";
import type { HeldAgain } from "#components/reservation-clock.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { Locale } from "#i18n/routing.ts";
import type { CartSale } from "#lib/domain/cart/cart.ts";
import { isOfUse } from "#lib/domain/cart/summary.ts";
import { addMoney } from "#lib/domain/money/money.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { type Standing, standing } from "#lib/purchase/checkout-state.ts";
import { extendHeld, releaseHeld } from "#lib/purchase/reserved-places.ts";
import { mayGuess } from "#lib/security/may-guess.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { gate } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import type { Undo } from "#lib/session/undo/undo.ts";
import { currentUndo, forgetUndo, offerUndo } from "#lib/session/undo/undo-cookie.ts";
import { amendVisit, forgetVisit, rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import { codesIn } from "./cart-news.ts";
import { changeCodes } from "./change-codes.ts";
import { takeAgain } from "./take-again.ts";
import { remembered } from "./try-to-reserve.ts";
import { undoRelease } from "./undo-release.ts";

/** "Empty cart": others can buy them at once. Not while somebody is paying for them. */
export async function releaseTickets(form: FormData): Promise<void> {
  await gate();

  const locale = localeOf(formOf(form));
  const stand = await standing(new Date());
  if (stand.at === "paying") redirect({ href: "/checkout/pay/checking", locale });
  if (stand.at === "mixed") redirect({ href: "/checkout/receipt", locale });
  if (stand.at !== "held" && stand.at !== "ended") redirect({ href: "/cart", locale });

  const { visit, cart } = stand;
  const released = cart?.sales ?? visit.reservations;
  if (!(await releaseHeld(released.map(({ key }) => key)))) redirect({ href: "/cart?failed=release", locale });
  if (visit.paidKeys) await amendVisit({ ...visit, reservations: [] });
  else await forgetVisit();
  if (stand.at === "held") await offerUndo(undoOf(stand, stand.cart.sales));
  redirect({ href: "/cart", locale });
}

/** "Remove" beside one event: its tickets go, the others stay held, and the service prices them anew. */
export async function releaseEvent(form: FormData): Promise<void> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const eventId = Number(typed.get("event"));
  const stand = await underway(locale);
  const { visit, cart } = stand;
  const sales = cart?.sales ?? [];
  const removed = sales.filter((sale) => sale.eventId === eventId);
  if (!(await releaseHeld(removed.map(({ key }) => key)))) redirect({ href: "/cart?failed=release", locale });

  const kept = sales.filter((sale) => sale.eventId !== eventId);
  const lapsed = stand.at === "held" ? stand.lapsed : [];
  const reservations = (cart ? [...lapsed, ...kept.map(remembered)] : visit.reservations).filter(
    (one) => one.eventId !== eventId,
  );
  const { total: _before, ...rest } = visit;
  const total = kept.map((sale) => sale.total).reduce(addMoney, { minor: 0, currency: cart?.total.currency ?? "" });
  if (reservations.length === 0 && !visit.paidKeys) await forgetVisit();
  else await rememberVisit({ ...rest, reservations, ...(cart && kept.length > 0 && { total }) });
  if (stand.at === "held" && removed.length > 0) await offerUndo(undoOf(stand, removed, kept.length > 0));
  redirect({ href: "/cart", locale });
}

/** "Apply": beside the codes that are of use; those that are not are replaced. Each answers for itself. */
export async function addCodes(form: FormData): Promise<void> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const stand = await underway(locale);
  if (stand.at !== "held") redirect({ href: "/cart", locale });
  const codes = codesIn(typed);
  if (!(await mayGuess(codes.join(" "), "useCodePerNetwork"))) redirect({ href: "/cart?codes=busy", locale });
  const had = stand.cart.codes.filter(isOfUse).map(({ code }) => code);
  const isChange = codes.length > 0 || had.length < stand.cart.codes.length;
  const refused = isChange ? await changeCodes(stand, [...new Set([...had, ...codes])]) : undefined;
  redirect({ href: refused === undefined ? "/cart" : `/cart?codes=${refused}`, locale });
}

/** "Remove" beside a code. */
export async function removeCode(form: FormData): Promise<void> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const stand = await underway(locale);
  if (stand.at !== "held") redirect({ href: "/cart", locale });
  const [gone] = codesIn(typed);
  const had = stand.cart.codes.map(({ code }) => code);
  const refused = await changeCodes(
    stand,
    had.filter((code) => code !== gone),
  );
  redirect({ href: refused === undefined ? "/cart" : `/cart?codes=${refused}`, locale });
}

function undoOf(
  { visit: { buyer }, cart }: Extract<Standing, { at: "held" }>,
  released: readonly CartSale[],
  isOneOfSeveral = false,
): Omit<Undo, "id"> {
  const codes = isOneOfSeveral ? [] : cart.codes.map(({ code }) => code);
  const events = released.map(({ eventId, eventName, lines }) => ({ eventId, eventName, lines }));
  return { at: Date.now(), events, isOneOfSeveral, codes, ...(buyer && { buyer }) };
}

/** "Get more time": from now on, as long as the service lets it. */
export async function giveMoreTime(_previous: FormState<object>, form: FormData): Promise<FormState<object>> {
  await gate();

  const locale = localeOf(formOf(form));
  const t = await getTranslations({ locale, namespace: "Hold.moreTime" });
  const { visit } = await underway(locale);
  const extension = await extendHeld(visit.cartId, await visitorNetwork());
  refresh();
  if (!extension.ok) return { fieldErrors: {}, message: t(extension.refusal), turn: Date.now() };

  const expiresAt = extension.cart?.expiresAt;
  await amendVisit({ ...visit, ...(expiresAt !== undefined && { expiresAt }) });
  return { fieldErrors: {}, message: t("given"), turn: Date.now() };
}

/** "Reserve them again": new reservations of the same lines, and what became of each. */
export async function reserveAgain(_previous: HeldAgain, form: FormData): Promise<HeldAgain> {
  await gate();

  const locale = localeOf(formOf(form));
  const now = new Date();
  const stand = await underway(locale);
  refresh();
  // The reader's clock ran ahead of the service's: what is held still needs no holding again.
  if (stand.at === "held" && stand.lapsed.length === 0) return { fieldErrors: {}, turn: Date.now() };
  if (!(await mayReserve(stand.visit.cartId))) return busy(locale);
  return takeAgain({ ended: stand, locale, now, name: `put back ${stand.visit.checkoutId}` });
}

/** "Undo": what was just let go of is reserved again, and what is gone by now is said. */
export async function undoLast(_previous: HeldAgain, form: FormData): Promise<HeldAgain> {
  await gate();

  const locale = localeOf(formOf(form));
  const now = new Date();
  const undo = await currentUndo();
  const stand = await standing(now);
  refresh();
  if (undo === undefined || stand.at === "paying" || stand.at === "mixed" || stand.at === "email_needed") {
    const t = await getTranslations({ locale, namespace: "Hold.undo" });
    return { fieldErrors: {}, message: t("tooLate"), held: false, turn: Date.now() };
  }
  if (!(await mayReserve(stand.at === "held" ? stand.visit.cartId : undo.id))) return busy(locale);
  const state = await undoRelease(undo, stand, locale, now);
  if (state.held || !state.unanswered) await forgetUndo();
  return state;
}

async function busy(locale: Locale): Promise<HeldAgain> {
  const t = await getTranslations({ locale, namespace: "Hold" });
  return { fieldErrors: {}, message: t("refusal.busy"), held: false, turn: Date.now() };
}
