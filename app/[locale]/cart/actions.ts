"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { buttonAction, formAction } from "#app/[locale]/form-action.ts";
import { requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { busyWords, failureWords, reserveAgainWords } from "#app/[locale]/reserve-again-words.ts";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { addCodesTo, removeCodeFrom } from "#lib/cart/change-codes.ts";
import { releaseOneEvent } from "#lib/cart/reserving/release-tickets.ts";
import { undoLastRelease } from "#lib/cart/reserving/undo-release.ts";
import { textsOf } from "#lib/forms/form.ts";
import { findOrders } from "#lib/orders/find-orders.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { failureOnFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { codesIn } from "./cart-news.ts";

const NOT_CHANGED = "/cart?failed=release";

/** "Remove" beside one event: releases its tickets. The others stay reserved, and the service prices them again. */
export const releaseEvent = buttonAction(async ({ form, locale }) => {
  const checkout = await requireOpenCheckout(locale);
  return (await releaseOneEvent(checkout, Number(form.get("event")))) ? "/cart" : NOT_CHANGED;
}, NOT_CHANGED);

/** "Apply": adds the typed codes, which replace earlier codes without an effect. */
export const addCodes = buttonAction(async ({ form, locale }) => {
  const checkout = await requireOpenCheckout(locale);
  return checkout.state === "reserved" ? cartAfter(await addCodesTo(checkout, codesIn(form))) : "/cart";
}, NOT_CHANGED);

/** "Remove" beside a code. */
export const removeCode = buttonAction(async ({ form, locale }) => {
  const checkout = await requireOpenCheckout(locale);
  return checkout.state === "reserved" ? cartAfter(await removeCodeFrom(checkout, codesIn(form)[0])) : "/cart";
}, NOT_CHANGED);

function cartAfter(refused: string | undefined): string {
  return refused === undefined ? "/cart" : `/cart?codes=${refused}`;
}

/** "Undo": reserves again what was just removed, and returns the result of each line. */
export const undoRemoval = formAction<ReserveAgainState>([], async ({ locale }) => {
  const result = await failureOnFault(undoLastRelease(locale, new Date()));
  if (result === "service_busy" || result === "no_answer") return failureWords(result, locale);
  refresh();
  if (result === "busy") return busyWords(locale);
  if (result !== "too_late") return reserveAgainWords(result, locale);
  const t = await getTranslations({ locale, namespace: "Cart.undo" });
  return { message: t("tooLate"), isReserved: false };
});

/** "Find my tickets" beside an empty cart: redirects to the find-tickets page, which also reports a wrong address. */
export const findTicketsFromCart = buttonAction(async ({ form, locale }) => {
  const { email = "" } = textsOf(form, ["email"]);
  const result = await undefinedOnFault(findOrders(email, locale, await visitorNetwork()));
  return result === "accepted" ? "/find-tickets?sent=1" : `/find-tickets?problem=${result ?? "noAnswer"}`;
});
