"use server";

import { getTranslations } from "next-intl/server";
import { isGivenUp } from "#app/[locale]/checkout/pay/checking/given-up.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import { isLocked } from "#lib/domain/cart-state.ts";
import { ticketTypesOf } from "#lib/domain/offering.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { rememberVisit } from "#lib/session/cart-cookie.ts";
import { gate } from "#lib/session/gate.ts";
import { mayReserve } from "#lib/session/may-reserve.ts";
import { standing } from "#lib/session/standing.ts";
import { unlockCart } from "#lib/ticketing/carts.ts";
import { createReservation, releaseAll } from "#lib/ticketing/reservations.ts";
import { clampToLimits, isSameChoice, parseReserveForm } from "./reserve-schema.ts";
import type { ReserveState } from "./reserve-state.ts";
import { shortageWords } from "./shortage-translation.ts";
import { refusedInWords } from "./shortage-words.ts";

/** "Hold my tickets": one reservation, asked for once. What was held for this Event before goes only if it worked. */
export async function reserveTickets(_previous: ReserveState, form: FormData): Promise<ReserveState> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const t = await getTranslations({ locale, namespace: "Hold" });
  const { eventId, wanted: asked, code, source } = parseReserveForm(typed);
  const no = (message: string, shortages: ReserveState["shortages"] = []): ReserveState => ({
    fieldErrors: {},
    message,
    shortages,
    turn: Date.now(),
  });
  if (eventId === undefined) return no(t("refusal.out_of_date"));
  if (asked.length === 0) return no(t("refusal.nothing_chosen"));

  const offering = (await catalogueOffering(eventId)).value;
  const ticketTypes = offering?.groups.flatMap(ticketTypesOf) ?? [];
  const wanted = clampToLimits(asked, ticketTypes);
  if (wanted.length === 0) return no(t("refusal.gone"));

  const now = new Date();
  const before = await standing(now);
  if (before.at === "paying" && !(await isGivenUp(before, now))) redirect({ href: "/checkout/pay/checking", locale });

  const sales = before.at === "held" ? before.cart.sales : [];
  const same = sales.filter((sale) => sale.eventId === eventId);
  const others = sales.filter((sale) => sale.eventId !== eventId);
  const isHeld = code === undefined && same.some(({ lines }) => isSameChoice(lines, wanted));
  if (isHeld) redirect({ href: "/checkout", locale });

  if (!(await mayReserve(before.at === "held" ? before.visit.cartId : undefined))) return no(t("refusal.busy"));

  const cartId = before.at === "held" && others.length > 0 ? before.cart.id : undefined;
  if (before.at === "held" && cartId !== undefined && isLocked(before.cart)) await unlockCart(cartId);

  const outcome = await createReservation(eventId, wanted, {
    ...(cartId && { cartId }),
    ...(code && { code }),
    ...(source && { source }),
  });
  if (!outcome.ok) {
    const names = new Map(ticketTypes.map(({ id, name }) => [id, name]));
    return no(refusedInWords(outcome, wanted, names, shortageWords(t, locale)), outcome.shortages);
  }

  const { reservation } = outcome;
  await rememberVisit({
    cartId: reservation.cartId,
    keys: [...others.map(({ key }) => key), reservation.key],
    eventId,
    eventName: reservation.eventName,
    lines: wanted,
    ...(reservation.total && others.length === 0 && { total: reservation.total }),
    ...(reservation.expiresAt && { expiresAt: reservation.expiresAt }),
    ...(before.at === "held" && before.visit.buyer && { buyer: before.visit.buyer }),
  });
  // The new tickets are in the visitor's hands by now: they are not lost over the old ones.
  await releaseAll(same.map(({ key }) => key));
  return redirect({ href: "/checkout", locale });
}
