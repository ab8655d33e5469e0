"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { Locale } from "#i18n/routing.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { extendCheckout } from "#lib/purchase/extend-checkout.ts";
import { releaseCart } from "#lib/purchase/release/release-tickets.ts";
import { reserveAgain } from "#lib/purchase/reserve-again/reserve-again.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { failureOnFault } from "#lib/ticketing/client/failure-on-fault.ts";
import { busyWords, failureWords, reserveAgainWords } from "./reserve-again-words.ts";

/** "Empty cart": releases the tickets at once. A cart that is being paid for is not released. */
export async function releaseTickets(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const locale = localeOf(formOf(form));
  await answeredAction(
    () => emptyCart(locale),
    () => redirect({ href: "/cart?failed=release", locale }),
  );
}

async function emptyCart(locale: Locale): Promise<void> {
  const checkout = await checkoutState(new Date());
  if (checkout.state === "paying") redirect({ href: "/checkout/pay/checking", locale });
  if (checkout.state === "partly_paid") redirect({ href: "/checkout/receipt", locale });
  if (checkout.state !== "reserved" && checkout.state !== "expired") redirect({ href: "/cart", locale });
  redirect({ href: (await releaseCart(checkout)) ? "/cart" : "/cart?failed=release", locale });
}

/** "Get more time": extends the reservation as far as the service allows. */
export async function extendReservation(_previous: FormState<object>, form: FormData): Promise<FormState<object>> {
  await assertSameOrigin(form);

  const locale = localeOf(formOf(form));
  const t = await getTranslations({ locale, namespace: "Cart" });
  return answeredAction(
    () => extend(locale),
    () => unansweredState(form, {}, t("lost.no_answer")),
  );
}

async function extend(locale: Locale): Promise<FormState<object>> {
  const t = await getTranslations({ locale, namespace: "Cart.moreTime" });
  const extension = await extendCheckout(await requireOpenCheckout(locale));
  refresh();
  return { fieldErrors: {}, message: t(extension.ok ? "extended" : extension.refusal), turn: Date.now() };
}

/** "Reserve them again": makes new reservations of the same lines, and returns the result of each line. */
export async function reserveTicketsAgain(_previous: ReserveAgainState, form: FormData): Promise<ReserveAgainState> {
  await assertSameOrigin(form);

  const locale = localeOf(formOf(form));
  const state = await failureOnFault(reserveExpiredAgain(locale));
  return typeof state === "string" ? failureWords(state, locale) : state;
}

async function reserveExpiredAgain(locale: Locale): Promise<ReserveAgainState> {
  const now = new Date();
  const checkout = await requireOpenCheckout(locale);
  refresh();
  // The reader's clock was ahead of the service's: the tickets are still reserved.
  if (checkout.state === "reserved" && checkout.expired.length === 0) return { fieldErrors: {}, turn: Date.now() };
  if (!(await mayReserve(checkout.visit.cartId))) return busyWords(locale);
  const name = `reserve again ${checkout.visit.checkoutId}`;
  return reserveAgainWords(await reserveAgain({ previous: checkout, locale, now, name }), locale);
}
