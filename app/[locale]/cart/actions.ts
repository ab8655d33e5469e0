"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { answeredAction } from "#app/[locale]/answered.tsx";
import { requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { busyWords, failureWords, reserveAgainWords } from "#app/[locale]/reserve-again-words.ts";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { Locale } from "#i18n/routing.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { findOrders } from "#lib/orders/find-orders.ts";
import { addCodesTo, removeCodeFrom } from "#lib/purchase/change-codes.ts";
import { releaseOneEvent } from "#lib/purchase/release/release-tickets.ts";
import { undoLastRelease } from "#lib/purchase/reserve-again/undo-release.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { failureOnFault } from "#lib/ticketing/client/failure-on-fault.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";
import { codesIn } from "./cart-news.ts";

/** "Remove" beside one event: releases its tickets. The others stay reserved, and the service prices them again. */
export async function releaseEvent(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  await changeCart(form, async (typed, locale) => {
    const checkout = await requireOpenCheckout(locale);
    const isReleased = await releaseOneEvent(checkout, Number(typed.get("event")));
    redirect({ href: isReleased ? "/cart" : "/cart?failed=release", locale });
  });
}

/** "Apply": adds the typed codes. Codes without an effect are replaced by them. */
export async function addCodes(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  await changeCart(form, async (typed, locale) => {
    const checkout = await requireOpenCheckout(locale);
    if (checkout.state !== "reserved") redirect({ href: "/cart", locale });
    const refused = await addCodesTo(checkout, codesIn(typed));
    redirect({ href: refused === undefined ? "/cart" : `/cart?codes=${refused}`, locale });
  });
}

/** "Remove" beside a code. */
export async function removeCode(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  await changeCart(form, async (typed, locale) => {
    const checkout = await requireOpenCheckout(locale);
    if (checkout.state !== "reserved") redirect({ href: "/cart", locale });
    const refused = await removeCodeFrom(checkout, codesIn(typed)[0]);
    redirect({ href: refused === undefined ? "/cart" : `/cart?codes=${refused}`, locale });
  });
}

async function changeCart(form: FormData, change: (typed: FormData, locale: Locale) => Promise<void>): Promise<void> {
  const typed = formOf(form);
  const locale = localeOf(typed);
  await answeredAction(
    () => change(typed, locale),
    () => redirect({ href: "/cart?failed=release", locale }),
  );
}

/** "Undo": reserves again what was just removed, and returns the result of each line. */
export async function undoRemoval(_previous: ReserveAgainState, form: FormData): Promise<ReserveAgainState> {
  await assertSameOrigin(form);

  const locale = localeOf(formOf(form));
  const result = await failureOnFault(undoLastRelease(locale, new Date()));
  if (result === "service_busy" || result === "no_answer") return failureWords(result, locale);
  refresh();
  if (result === "busy") return busyWords(locale);
  if (result !== "too_late") return reserveAgainWords(result, locale);
  const t = await getTranslations({ locale, namespace: "Cart.undo" });
  return { fieldErrors: {}, message: t("tooLate"), isReserved: false, turn: Date.now() };
}

/** "Find my tickets" beside an empty cart: continues on the page of its own, which shows what is wrong with an address. */
export async function findTicketsFromCart(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const locale = localeOf(typed);
  const { email = "" } = textsOf(typed, ["email"]);
  const result = await undefinedOnFault(findOrders(email, locale, await visitorNetwork()));
  redirect({
    href: result === "accepted" ? "/find-tickets?sent=1" : `/find-tickets?problem=${result ?? "noAnswer"}`,
    locale,
  });
}
