"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { toldBefore } from "#app/[locale]/checkout/told.ts";
import { underway } from "#app/[locale]/checkout/underway.ts";
import type { HeldAgain } from "#components/reservation-clock.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { addMoney } from "#lib/domain/money.ts";
import { earliest, ticketCount } from "#lib/domain/reservation.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { together } from "#lib/memory/turns.ts";
import { amendVisit, forgetVisit, keysOf, rememberVisit } from "#lib/session/cart-cookie.ts";
import { gate } from "#lib/session/gate.ts";
import { mayGuess } from "#lib/session/may-guess.ts";
import { mayReserve } from "#lib/session/may-reserve.ts";
import { standing } from "#lib/session/standing.ts";
import { extendCart, getCart } from "#lib/ticketing/carts.ts";
import { releaseAll } from "#lib/ticketing/reservations.ts";
import { againInWords } from "./again-words.ts";
import { codesIn } from "./cart-news.ts";
import { changeCodes } from "./change-codes.ts";
import { type PutBack, putBack } from "./put-back.ts";
import { heldOf, lockAgain } from "./reserve-again.ts";
import { remembered } from "./try-to-reserve.ts";

/** "Release my tickets": others can buy them at once. Not while somebody is paying for them. */
export async function releaseTickets(form: FormData): Promise<void> {
  await gate();

  const locale = localeOf(formOf(form));
  const stand = await standing(new Date());
  if (stand.at === "paying") redirect({ href: "/checkout/pay/checking", locale });
  if (stand.at === "mixed") redirect({ href: "/checkout/receipt", locale });
  if (stand.at !== "held" && stand.at !== "ended") redirect({ href: "/cart", locale });

  const { visit, cart } = stand;
  const released = cart?.sales ?? visit.reservations;
  if (!(await releaseAll(released.map(({ key }) => key)))) redirect({ href: "/cart?failed=release", locale });
  if (visit.paidKeys) await amendVisit({ ...visit, reservations: [] });
  else await forgetVisit();
  redirect({ href: cartAfter(stand.at === "held" ? released : []), locale });
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
  if (!(await releaseAll(removed.map(({ key }) => key)))) redirect({ href: "/cart?failed=release", locale });

  const kept = sales.filter((sale) => sale.eventId !== eventId);
  const lapsed = stand.at === "held" ? stand.lapsed : [];
  const reservations = (cart ? [...lapsed, ...kept.map(remembered)] : visit.reservations).filter(
    (one) => one.eventId !== eventId,
  );
  const { total: _before, ...rest } = visit;
  const total = kept.map((sale) => sale.total).reduce(addMoney, { minor: 0, currency: cart?.total.currency ?? "" });
  if (reservations.length === 0 && !visit.paidKeys) await forgetVisit();
  else await rememberVisit({ ...rest, reservations, ...(cart && kept.length > 0 && { total }) });
  redirect({ href: cartAfter(stand.at === "held" ? removed : []), locale });
}

/** "Use code": beside those that the cart has. Each answers for itself, on the cart's own page. */
export async function addCodes(form: FormData): Promise<void> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const stand = await underway(locale);
  if (stand.at !== "held") redirect({ href: "/cart", locale });
  const codes = codesIn(typed);
  if (!(await mayGuess(codes.join(" "), "useCodePerNetwork"))) redirect({ href: "/cart?codes=busy", locale });
  const had = stand.cart.codes.map(({ code }) => code);
  const refused = codes.length > 0 ? await changeCodes(stand, [...new Set([...had, ...codes])]) : undefined;
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

/** The cart says how many tickets went back. */
function cartAfter(released: readonly { readonly lines: readonly { readonly quantity: number }[] }[]): string {
  const count = ticketCount(released.flatMap(({ lines }) => lines));
  return count > 0 ? `/cart?released=${count}` : "/cart";
}

/** "Give me more time": from now on, as long as the service lets it. */
export async function giveMoreTime(_previous: FormState<object>, form: FormData): Promise<FormState<object>> {
  await gate();

  const locale = localeOf(formOf(form));
  const t = await getTranslations({ locale, namespace: "Hold.moreTime" });
  const { visit } = await underway(locale);
  const extension = await extendCart(visit.cartId);
  refresh();
  if (!extension.ok) return { fieldErrors: {}, message: t(extension.refusal), turn: Date.now() };

  const expiresAt = (await getCart(visit.cartId))?.expiresAt;
  await amendVisit({ ...visit, ...(expiresAt !== undefined && { expiresAt }) });
  return { fieldErrors: {}, message: t("given"), turn: Date.now() };
}

function isSomethingBack({ again }: PutBack): boolean {
  return again.some(({ reservation }) => reservation !== undefined);
}

/** "Try to hold the same tickets again": new reservations of the same lines, and what became of each. */
export async function reserveAgain(_previous: HeldAgain, form: FormData): Promise<HeldAgain> {
  await gate();

  const locale = localeOf(formOf(form));
  const now = new Date();
  const stand = await underway(locale);
  refresh();
  // The reader's clock ran ahead of the service's: what is held still needs no holding again.
  if (stand.at === "held" && stand.lapsed.length === 0) return { fieldErrors: {}, turn: Date.now() };
  const { visit, cart } = stand;
  if (!(await mayReserve(visit.cartId))) {
    const t = await getTranslations({ locale, namespace: "Hold" });
    return { fieldErrors: {}, message: t("refusal.busy"), held: false, turn: Date.now() };
  }

  const result = await together(`put back ${visit.checkoutId}`, () => putBack(stand, now), isSomethingBack);
  const state = await againInWords({ ...result, locale });
  const { cartId, live } = result;
  if (cartId === undefined) return state;

  const made = result.again.flatMap(({ reservation, eventName, lines }) =>
    reservation ? [{ ...reservation, eventName, lines: heldOf(lines) }] : [],
  );
  const kept = [...live, ...made];
  // While the old ones can still be read: what was answered for them is answered for these.
  const told = visit.buyer && (await toldBefore(keysOf(visit)));
  await releaseAll((cart?.sales ?? []).flatMap(({ key }) => (kept.some((one) => one.key === key) ? [] : [key])));
  const held = await lockAgain(cartId, visit.buyer, locale, told);
  const { total: _before, ...rest } = visit;
  const expiresAt = held?.expiresAt ?? earliest(kept.map((one) => one.expiresAt));
  await rememberVisit({
    ...rest,
    cartId,
    reservations: kept.map(remembered),
    ...(held && { total: held.total }),
    ...(expiresAt && { expiresAt }),
  });
  return state;
}
