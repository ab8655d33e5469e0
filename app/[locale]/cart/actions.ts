"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { busyWords, reserveAgainWords } from "#app/[locale]/reserve-again-words.ts";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { addMoney } from "#lib/domain/money/money.ts";
import { isEffective } from "#lib/domain/pricing/summary.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { changeCodes } from "#lib/purchase/change-codes.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { releaseReserved } from "#lib/purchase/reserve/reserved-places.ts";
import { remembered } from "#lib/purchase/reserve/try-to-reserve.ts";
import { releasedForUndo, undoRelease } from "#lib/purchase/reserve-again/undo-release.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { mayTryCodes } from "#lib/security/may-try-code.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { currentUndo, forgetUndo, offerUndo } from "#lib/session/undo/undo-cookie.ts";
import { forgetVisit, rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import { codesIn } from "./cart-news.ts";

/** "Remove" beside one event: its tickets go, the others stay held, and the service prices them anew. */
export async function releaseEvent(form: FormData): Promise<void> {
  await assertSameOrigin();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const eventId = Number(typed.get("event"));
  const checkout = await requireOpenCheckout(locale);
  const { visit, cart } = checkout;
  const sales = cart?.sales ?? [];
  const removed = sales.filter((sale) => sale.eventId === eventId);
  if (!(await releaseReserved(removed.map(({ key }) => key)))) redirect({ href: "/cart?failed=release", locale });

  const kept = sales.filter((sale) => sale.eventId !== eventId);
  const expired = checkout.state === "reserved" ? checkout.expired : [];
  const reservations = (cart ? [...expired, ...kept.map(remembered)] : visit.reservations).filter(
    (one) => one.eventId !== eventId,
  );
  const { total: _before, ...rest } = visit;
  const total = kept.map((sale) => sale.total).reduce(addMoney, { minor: 0, currency: cart?.total.currency ?? "" });
  if (reservations.length === 0 && !visit.paidKeys) await forgetVisit();
  else await rememberVisit({ ...rest, reservations, ...(cart && kept.length > 0 && { total }) });
  if (checkout.state === "reserved" && removed.length > 0)
    await offerUndo(releasedForUndo(checkout, removed, kept.length > 0));
  redirect({ href: "/cart", locale });
}

/** "Apply": beside the codes that are of use; those that are not are replaced. Each answers for itself. */
export async function addCodes(form: FormData): Promise<void> {
  await assertSameOrigin();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const checkout = await requireOpenCheckout(locale);
  if (checkout.state !== "reserved") redirect({ href: "/cart", locale });
  const codes = codesIn(typed);
  if (!(await mayTryCodes(codes.join(" "), "useCodePerNetwork"))) redirect({ href: "/cart?codes=busy", locale });
  const had = checkout.cart.codes.filter(isEffective).map(({ code }) => code);
  const isChange = codes.length > 0 || had.length < checkout.cart.codes.length;
  const refused = isChange ? await changeCodes(checkout, [...new Set([...had, ...codes])]) : undefined;
  redirect({ href: refused === undefined ? "/cart" : `/cart?codes=${refused}`, locale });
}

/** "Remove" beside a code. */
export async function removeCode(form: FormData): Promise<void> {
  await assertSameOrigin();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const checkout = await requireOpenCheckout(locale);
  if (checkout.state !== "reserved") redirect({ href: "/cart", locale });
  const [removed] = codesIn(typed);
  const had = checkout.cart.codes.map(({ code }) => code);
  const refused = await changeCodes(
    checkout,
    had.filter((code) => code !== removed),
  );
  redirect({ href: refused === undefined ? "/cart" : `/cart?codes=${refused}`, locale });
}

/** "Undo": what was just let go of is reserved again, and what is gone by now is said. */
export async function undoRemoval(_previous: ReserveAgainState, form: FormData): Promise<ReserveAgainState> {
  await assertSameOrigin();

  const locale = localeOf(formOf(form));
  const now = new Date();
  const undo = await currentUndo();
  const checkout = await checkoutState(now);
  refresh();
  if (
    undo === undefined ||
    checkout.state === "paying" ||
    checkout.state === "partly_paid" ||
    checkout.state === "email_needed"
  ) {
    const t = await getTranslations({ locale, namespace: "Cart.undo" });
    return { fieldErrors: {}, message: t("tooLate"), isReserved: false, turn: Date.now() };
  }
  if (!(await mayReserve(checkout.state === "reserved" ? checkout.visit.cartId : undo.id))) return busyWords(locale);
  const state = await reserveAgainWords(await undoRelease(undo, checkout, locale, now), locale);
  if (state.isReserved || !state.isUnanswered) await forgetUndo();
  return state;
}
