"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { requireOpenCheckout } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { buttonAction, formAction } from "#app/[locale]/form-action.ts";
import type { ExtendState, ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { totalWithExpired } from "#lib/cart/new-total.ts";
import { extendCheckout } from "#lib/cart/reserving/extend-checkout.ts";
import { freshOffering } from "#lib/cart/reserving/live-offering.ts";
import { releaseCart } from "#lib/cart/reserving/release-tickets.ts";
import { reserveAgain } from "#lib/cart/reserving/reserve-again.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { mayBegin } from "#lib/runtime/load.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { failureOnFault } from "#lib/ticketing/client/fault.ts";
import { busyWords, failureWords, newTotalWords, reserveAgainWords } from "./reserve-again-words.ts";

const NOT_RELEASED = "/cart?failed=release";

/** "Empty cart": releases the tickets at once. A cart that is being paid for is not released. */
export const releaseTickets = buttonAction(async () => {
  const checkout = await checkoutState(new Date());
  if (checkout.state === "paying") return "/checkout/pay/checking";
  if (checkout.state === "partly_paid") return "/checkout/receipt";
  if (checkout.state !== "reserved" && checkout.state !== "expired") return "/cart";
  return (await releaseCart(checkout)) ? "/cart" : NOT_RELEASED;
}, NOT_RELEASED);

/** "Get more time": extends the reservation as far as the service allows. */
export const extendReservation = formAction<ExtendState>(
  [],
  async ({ locale }) => {
    const t = await getTranslations({ locale, namespace: "Cart.moreTime" });
    const extension = await extendCheckout(await requireOpenCheckout(locale));
    refresh();
    return extension.ok ? { isExtended: true } : { message: t(extension.refusal) };
  },
  async ({ locale }) => ({ message: (await getTranslations({ locale, namespace: "Cart.lost" }))("no_answer") }),
);

/** "Reserve them again": makes new reservations of the same lines, and returns the result of each line. */
export const reserveTicketsAgain = formAction<ReserveAgainState>([], async ({ form, locale }) => {
  const reserveExpired = async () => {
    const now = new Date();
    const checkout = await requireOpenCheckout(locale);
    refresh();
    // The reader's clock was ahead of the service's: the tickets are still reserved.
    if (checkout.state === "reserved" && checkout.expired.length === 0) return {};
    if (!(await mayReserve(checkout.purchase.cartId))) return busyWords(locale);
    if (checkout.state === "expired" && !mayBegin()) return "service_busy";
    const total = await totalWithExpired(checkout, { now, read: freshOffering });
    if (total !== undefined && !(total.total.minor <= Number(form.get("said")))) return newTotalWords(total, locale);
    const name = `reserve again ${checkout.purchase.checkoutId}`;
    return reserveAgainWords(await reserveAgain({ previous: checkout, locale, now, name }), locale);
  };
  const answer = await failureOnFault(reserveExpired());
  return typeof answer === "string" ? failureWords(answer, locale) : answer;
});
