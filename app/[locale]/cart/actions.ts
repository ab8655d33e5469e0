"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { underway } from "#app/[locale]/checkout/underway.ts";
import type { HeldAgain } from "#components/reservation-clock.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import { ticketTypesOf } from "#lib/domain/offering.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { amendVisit, forgetVisit, rememberVisit } from "#lib/session/cart-cookie.ts";
import { gate } from "#lib/session/gate.ts";
import { mayReserve } from "#lib/session/may-reserve.ts";
import { standing } from "#lib/session/standing.ts";
import { extendCart, getCart } from "#lib/ticketing/carts.ts";
import { releaseAll, releaseReservation } from "#lib/ticketing/reservations.ts";
import { againInWords } from "./again-words.ts";
import { lockAgain, reserveAsMuch } from "./reserve-again.ts";

/** "Release my tickets": others can buy them at once. Not while somebody is paying for them. */
export async function releaseTickets(form: FormData): Promise<void> {
  await gate();

  const locale = localeOf(formOf(form));
  const stand = await standing(new Date());
  if (stand.at === "paying") redirect({ href: "/checkout/pay/checking", locale });
  if (stand.at === "held" || stand.at === "ended") {
    const keys = stand.cart?.sales.map(({ key }) => key) ?? stand.visit.keys;
    await Promise.all(keys.map(releaseReservation));
  }
  await forgetVisit();
  redirect({ href: "/cart", locale });
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

/** "Try to hold the same tickets again": new reservations of the same lines, and what became of each. */
export async function reserveAgain(_previous: HeldAgain, form: FormData): Promise<HeldAgain> {
  await gate();

  const locale = localeOf(formOf(form));
  const stand = await underway(locale);
  const { visit, cart } = stand;
  refresh();
  // The reader's clock ran ahead of the service's: what is held still needs no holding again.
  if (stand.at === "held") return { fieldErrors: {}, turn: Date.now() };
  if (!(await mayReserve(visit.cartId))) {
    const t = await getTranslations({ locale, namespace: "Hold" });
    return { fieldErrors: {}, message: t("refusal.busy"), held: false, turn: Date.now() };
  }

  const wanted =
    cart && cart.sales.length > 0
      ? cart.sales.map(({ eventId, lines }) => ({ eventId, lines: [...lines] }))
      : [{ eventId: visit.eventId, lines: [...visit.lines] }];
  const before = cart?.sales.flatMap(({ lines }) => lines) ?? [];
  const offerings = await Promise.all(wanted.map(({ eventId }) => catalogueOffering(eventId)));
  const ticketTypes = offerings.flatMap(({ value }) => value?.groups.flatMap(ticketTypesOf) ?? []);

  let cartId: string | undefined;
  const again: Awaited<ReturnType<typeof reserveAsMuch>>[] = [];
  for (const { eventId, lines } of wanted) {
    const result = await reserveAsMuch(eventId, lines, cartId);
    cartId ??= result.reservation?.cartId;
    again.push(result);
  }

  const state = await againInWords({ again, ticketTypes, before, locale });
  const reservations = again.flatMap(({ reservation }) => reservation ?? []);
  const [first] = reservations;
  if (first === undefined) return state;

  await releaseAll((cart?.sales ?? []).map(({ key }) => key));
  const held = await lockAgain(first.cartId, visit.buyer, locale);
  await rememberVisit({
    ...visit,
    cartId: first.cartId,
    keys: reservations.map(({ key }) => key),
    ...(held && { total: held.total }),
    ...(first.expiresAt && { expiresAt: first.expiresAt }),
  });
  return state;
}
