"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { extendReserved, releaseReserved } from "#lib/purchase/reserve/reserved-places.ts";
import { reserveAgain } from "#lib/purchase/reserve-again/reserve-again.ts";
import { releasedForUndo } from "#lib/purchase/reserve-again/undo-release.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { offerUndo } from "#lib/session/undo/undo-cookie.ts";
import { amendVisit, forgetVisit } from "#lib/session/visit/visit-cookie.ts";
import { busyWords, reserveAgainWords } from "./reserve-again-words.ts";

/** "Empty cart": others can buy them at once. Not while somebody is paying for them. */
export async function releaseTickets(form: FormData): Promise<void> {
  await assertSameOrigin();

  const locale = localeOf(formOf(form));
  const checkout = await checkoutState(new Date());
  if (checkout.state === "paying") redirect({ href: "/checkout/pay/checking", locale });
  if (checkout.state === "partly_paid") redirect({ href: "/checkout/receipt", locale });
  if (checkout.state !== "reserved" && checkout.state !== "expired") redirect({ href: "/cart", locale });

  const { visit, cart } = checkout;
  const released = cart?.sales ?? visit.reservations;
  if (!(await releaseReserved(released.map(({ key }) => key)))) redirect({ href: "/cart?failed=release", locale });
  if (visit.paidKeys) await amendVisit({ ...visit, reservations: [] });
  else await forgetVisit();
  if (checkout.state === "reserved") await offerUndo(releasedForUndo(checkout, checkout.cart.sales));
  redirect({ href: "/cart", locale });
}

/** "Get more time": from now on, as long as the service lets it. */
export async function extendReservation(_previous: FormState<object>, form: FormData): Promise<FormState<object>> {
  await assertSameOrigin();

  const locale = localeOf(formOf(form));
  const t = await getTranslations({ locale, namespace: "Cart.moreTime" });
  const { visit } = await requireOpenCheckout(locale);
  const extension = await extendReserved(visit.cartId, await visitorNetwork());
  refresh();
  if (!extension.ok) return { fieldErrors: {}, message: t(extension.refusal), turn: Date.now() };

  const expiresAt = extension.cart?.expiresAt;
  await amendVisit({ ...visit, ...(expiresAt !== undefined && { expiresAt }) });
  return { fieldErrors: {}, message: t("extended"), turn: Date.now() };
}

/** "Reserve them again": new reservations of the same lines, and what became of each. */
export async function reserveTicketsAgain(_previous: ReserveAgainState, form: FormData): Promise<ReserveAgainState> {
  await assertSameOrigin();

  const locale = localeOf(formOf(form));
  const now = new Date();
  const checkout = await requireOpenCheckout(locale);
  refresh();
  // The reader's clock ran ahead of the service's: what is held still needs no holding again.
  if (checkout.state === "reserved" && checkout.expired.length === 0) return { fieldErrors: {}, turn: Date.now() };
  if (!(await mayReserve(checkout.visit.cartId))) return busyWords(locale);
  const result = await reserveAgain({ previous: checkout, locale, now, name: `put back ${checkout.visit.checkoutId}` });
  return reserveAgainWords(result, locale);
}
