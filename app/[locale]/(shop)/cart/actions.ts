"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { requireOpenCheckout } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { busyWords, failureWords, newTotalWords, reserveAgainWords } from "#app/[locale]/(shop)/reserve-again-words.ts";
import { buttonAction, formAction, isCalledByScript } from "#app/[locale]/form-action.ts";
import { codesLimitedText } from "#app/code-words.ts";
import { limitWords } from "#app/limit-words.ts";
import type { ChangeState } from "#components/cart/quantity-stepper.tsx";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import { addCodesTo, type CodesChangeRefusal, removeCodeFrom } from "#lib/cart/change-codes.ts";
import { changeQuantity, type QuantityChange, type QuantityChanged } from "#lib/cart/reserving/change-quantity.ts";
import { releaseOneEvent } from "#lib/cart/reserving/release-tickets.ts";
import { takeTodaysPrice } from "#lib/cart/reserving/take-todays-price.ts";
import { undoLastRelease } from "#lib/cart/reserving/undo-release.ts";
import { parsePrices, shownPrices } from "#lib/cart/summary.ts";
import type { PriceNow } from "#lib/cart/todays-prices.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { emailSchema } from "#lib/forms/email-schema.ts";
import { type FormState, textsOf } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { findOrders } from "#lib/orders/find-orders.ts";
import { oneAtATime } from "#lib/runtime/concurrency.ts";
import { PROOF } from "#lib/security/proof/proof-of-work.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { failureOnFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { codesIn } from "./cart-news.ts";

const NOT_CHANGED = "/cart?failed=release";

/** "Remove" beside one event: releases its tickets. The others stay reserved, and the service prices them again. */
export const releaseEvent = buttonAction(async ({ form, locale }) => {
  const checkout = await requireOpenCheckout(locale);
  return (await releaseOneEvent(checkout, Number(form.get("event")))) ? "/cart" : NOT_CHANGED;
}, NOT_CHANGED);

/** "Take today's price": reserves an event's tickets again, which cost less now. Nothing happens where they no longer do. */
export const takeTodaysPriceOf = buttonAction(async ({ form, locale }) => {
  const checkout = await requireOpenCheckout(locale);
  const outcome = await takeTodaysPrice(checkout, Number(form.get("event")), Number(form.get("said")), new Date());
  return outcome === undefined || outcome.result === "reserved" ? "/cart" : NOT_CHANGED;
}, NOT_CHANGED);

/**
 * Plus and minus beside a line. The changes of one cart wait for each other: each starts from what the one before has
 * reserved, also from a second tab.
 */
export const changeTickets = formAction<ChangeState>([], async ({ form, locale }) => {
  const change = changeIn(form);
  const cartId = (await currentPurchase())?.cartId;
  const changeNow = async () => {
    const checkout = await requireOpenCheckout(locale);
    return change && changeQuantity(checkout, change, form.get(PROOF), new Date());
  };
  const changed = await (cartId === undefined ? changeNow() : oneAtATime(`change ${cartId}`, changeNow));
  const message = changed && (await refusalWords(changed, locale));
  if (message === undefined && !(await isCalledByScript())) redirect({ href: "/cart", locale });
  refresh();
  const outcome = changed?.outcome;
  const accept = change && outcome && (await acceptOf(outcome, change, locale));
  return {
    ...(message !== undefined && { message }),
    ...(accept && { accept }),
    ...(outcome?.result === "limited" && outcome.challenge && { challenge: outcome.challenge }),
  };
});

function changeIn(form: FormData): QuantityChange | undefined {
  const [eventId, ticketTypeId] = [idOf(form.get("event")), idOf(form.get("ticketType"))];
  const quantity = form.get("quantity") === "0" ? 0 : idOf(form.get("quantity"));
  if (eventId === undefined || ticketTypeId === undefined || quantity === undefined) return undefined;
  const accepted = parsePrices(form.get("accepted"));
  const number = (name: string) => Number(form.get(name));
  const prices = { each: number("each"), said: number("said"), accepted, acceptedTotal: number("acceptedTotal") };
  return { eventId, ticketTypeId, quantity, ...prices };
}

/** Returns the button that makes a change at the prices that the answer asks about, with what it sends. */
async function acceptOf(
  outcome: QuantityChanged["outcome"],
  { quantity, ticketTypeId: id }: QuantityChange,
  locale: Locale,
): Promise<ChangeState["accept"]> {
  const t = await getTranslations({ locale, namespace: "Cart.change" });
  if (outcome.result === "asks_total") {
    const accepted = shownPrices([{ id, allIn: outcome.price }]);
    return { label: t("accept"), fields: { quantity, accepted, acceptedTotal: outcome.total.minor } };
  }
  if (outcome.result !== "asks") return undefined;
  const accepted = shownPrices(outcome.changes.map(({ line, now }) => ({ id: line.ticketTypeId, allIn: now })));
  return { label: t(outcome.isAllAgain ? "acceptAll" : "accept"), fields: { quantity, accepted } };
}

/** Returns why a quantity was not changed, and how many tickets stay reserved; `undefined` where it was changed. */
async function refusalWords({ outcome, before }: QuantityChanged, locale: Locale): Promise<string | undefined> {
  const t = await getTranslations({ locale, namespace: "Cart" });
  switch (outcome.result) {
    case "reserved":
      return undefined;
    case "reserved_at":
      return changesWords(outcome.changes, locale);
    case "keep_or_empty":
      return t("change.keepOrEmpty", { count: before });
    case "asks": {
      const prices = await changesWords(outcome.changes, locale);
      return outcome.isAllAgain ? t("change.allAgain", { prices }) : prices;
    }
    case "asks_total":
      return t("fewerSavings", {
        total: formatMoney(outcome.total, locale),
        expected: formatMoney(outcome.expected, locale),
      });
    case "paying":
    case "partly_paid":
      return t("refusal.wrong_state");
    case "cart_full":
    case "in_line":
    case "codes_limited":
      return t("refusal.busy");
    case "limited":
      return limitWords(outcome.limited, t);
    case "refused":
      return t(`refusal.${outcome.refusal}`);
    case "short": {
      const [short] = outcome.refused.shortages;
      const refusal = short?.refusal ?? outcome.refused.refusal;
      if (refusal !== "sold_out" && refusal !== "not_enough")
        return t("change.kept", { why: t(`refusal.${refusal}`), count: before });
      // A service that exchanges the tickets counts those of the buyer as left.
      const left = short?.left ?? 0;
      return left > before ? t("change.onlyLeft", { left, count: before }) : t("change.noneLeft", { count: before });
    }
  }
}

/** Returns the price of one ticket of each line, now and before. */
async function changesWords(changes: readonly PriceNow[], locale: Locale): Promise<string> {
  const t = await getTranslations({ locale, namespace: "Cart.again" });
  return changes
    .map(({ line: { name }, now, before }) =>
      t("price", { name, now: formatMoney(now, locale), before: formatMoney(before, locale) }),
    )
    .join(" ");
}

/** "Apply": adds the typed codes, which replace earlier codes without an effect. */
export const addCodes = formAction<FormState<object>>(
  [],
  async ({ form, locale }) => {
    const checkout = await requireOpenCheckout(locale);
    const refused = checkout.state === "reserved" ? await addCodesTo(checkout, codesIn(form)) : undefined;
    if (!(await isCalledByScript())) redirect({ href: cartAfter(refused), locale });
    refresh();
    if (refused === undefined) return {};
    if (typeof refused === "object") return { message: await codesLimitedText(refused, locale) };
    const t = await getTranslations({ locale, namespace: "Cart.code.refusal" });
    return { message: t(refused) };
  },
  async ({ form, locale }) => {
    const typed = new URLSearchParams({ code: codesIn(form).join(" ") });
    return redirect({ href: `${NOT_CHANGED}&${typed}`, locale });
  },
);

/** "Remove" beside a code. */
export const removeCode = buttonAction(async ({ form, locale }) => {
  const checkout = await requireOpenCheckout(locale);
  return checkout.state === "reserved" ? cartAfter(await removeCodeFrom(checkout, codesIn(form)[0])) : "/cart";
}, NOT_CHANGED);

function cartAfter(refused: CodesChangeRefusal | undefined): string {
  if (typeof refused === "object") return `/cart?codes=too_many&wait=${refused.waitSeconds}`;
  return refused === undefined ? "/cart" : `/cart?codes=${refused}`;
}

/** "Undo": reserves again what was just removed, and returns the result of each line. */
export const undoRemoval = formAction<ReserveAgainState>([], async ({ form, locale }) => {
  const result = await failureOnFault(undoLastRelease(locale, Number(form.get("said")), new Date()));
  if (result === "service_busy" || result === "no_answer") return failureWords(result, locale);
  if (typeof result === "object" && "total" in result) return newTotalWords(result, locale);
  refresh();
  if (result === "busy") return busyWords(locale);
  if (result !== "too_late") return reserveAgainWords(result, locale);
  const t = await getTranslations({ locale, namespace: "Cart.undo" });
  return { message: t("tooLate"), isReserved: false };
});

/** "Find my tickets" beside an empty cart: redirects to the find-tickets page, which also reports a wrong address. */
export const findTicketsFromCart = buttonAction(async ({ form, locale }) => {
  const typed = emailSchema({ missing: "missing", wrong: "wrong" }).safeParse(textsOf(form, ["email"]));
  if (!typed.success) return `/find-tickets?problem=${typed.error.issues[0]?.message}`;
  const result = await undefinedOnFault(findOrders(typed.data.email, locale, await visitorNetwork()));
  return result === "accepted" ? "/find-tickets?sent=1" : `/find-tickets?problem=${result ?? "noAnswer"}`;
}, "/find-tickets?problem=noAnswer");
