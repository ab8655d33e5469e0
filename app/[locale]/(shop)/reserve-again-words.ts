import "server-only";

import { getTranslations } from "next-intl/server";
import type { Answer } from "#app/[locale]/form-action.ts";
import { limitWords } from "#app/limit-words.ts";
import type { ReserveAgainState } from "#components/cart/reservation-clock.tsx";
import type { NewTotal } from "#lib/cart/new-total.ts";
import { isAnyReserved, type ReserveAgainResult } from "#lib/cart/reserving/reserve-again.ts";
import type { ReserveFailure } from "#lib/cart/reserving/try-to-reserve.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { addMoney, formatMoney } from "#lib/ticketing/model/money.ts";
import type { ReservedLine } from "#lib/ticketing/model/reservation.ts";
import { lineAddress } from "#lib/waiting-room/line-address.ts";

/**
 * Returns one text a line: reserved, fewer, none left, price changed. With several events each text names its event. Redirects to the
 * line of an event where nothing is reserved because others come first.
 */
export async function reserveAgainWords(
  result: ReserveAgainResult,
  locale: Locale,
): Promise<Answer<ReserveAgainState>> {
  const { stillReserved, results, ticketTypes, before, totals } = result;
  const [t, tCart] = await Promise.all([
    getTranslations({ locale, namespace: "Cart.again" }),
    getTranslations({ locale, namespace: "Cart" }),
  ]);
  const isReserved = isAnyReserved(result);
  if (!isReserved) {
    const failures = results.flatMap(({ failed }) => failed ?? []);
    // A lost answer takes precedence: it leaves open what is reserved.
    const failed = (["maybe_reserved", "no_answer"] as const).find((one) => failures.includes(one)) ?? failures[0];
    if (failed) return failureWords(failed, locale);
    const first = results.find(({ line }) => line !== undefined);
    if (first?.line) {
      const chosen = first.lines.map(({ ticketTypeId, wanted }) => [`qty.${ticketTypeId}`, String(wanted)] as const);
      return redirect({ href: lineAddress(first.eventId, chosen, first.line), locale });
    }
    const limited = results.find((part) => part.limited)?.limited;
    const message = limited ? limitWords(limited, tCart) : t("none");
    return { message, isReserved };
  }

  const several = results.length + stillReserved.length > 1;
  let hasNewPrice = false;
  const lineTexts = results.flatMap((part) => {
    if (part.limited) return [t("limited", { name: part.eventName, why: limitWords(part.limited, tCart) })];
    return part.lines.flatMap(({ ticketTypeId, wanted: count, reserved }) => {
      const ticketType = ticketTypes.find(({ id }) => id === ticketTypeId);
      const earlier = before.find((line) => line.ticketTypeId === ticketTypeId);
      const type = ticketType?.name ?? earlier?.name ?? "";
      const name = several ? t("of", { event: part.eventName, name: type }) : type;
      if (part.line) return [t("inLine", { name })];
      if (part.failed) return [t(`partFailed.${part.failed}`, { name })];
      const fewer = reserved < count ? t("fewer", { name, reserved, count }) : undefined;
      const quantity = reserved === 0 ? t("noneLeft", { name }) : (fewer ?? t("back", { name, count }));
      // The reservation's own price: the catalogue's copy may be from before the change.
      const made = part.reservation?.lines.find((line) => line.ticketTypeId === ticketTypeId);
      const now = made && priceOf(made);
      const isPriceChanged = now !== undefined && earlier && now.minor !== priceOf(earlier).minor;
      hasNewPrice ||= isPriceChanged === true;
      const prices = isPriceChanged && {
        now: formatMoney(now, locale),
        before: formatMoney(priceOf(earlier), locale),
      };
      if (!prices) return [quantity];
      // The heading says that they are reserved.
      return [t("price", { name, ...prices }), ...(reserved < count ? [quantity] : [])];
    });
  });
  const keptTexts = stillReserved.map(({ eventName }) => t("kept", { name: eventName }));
  const isComplete = results.every(({ lines }) => lines.every(({ wanted, reserved }) => reserved === wanted));
  const isTotalSaid = hasNewPrice && totals !== undefined && totals.before.minor !== totals.now.minor;
  const totalTexts = isTotalSaid
    ? [t("totalNow", { now: formatMoney(totals.now, locale), before: formatMoney(totals.before, locale) })]
    : [];
  return {
    title: t(!isComplete ? "partlyTitle" : hasNewPrice ? "priceTitle" : "title"),
    isAsBefore: isComplete && !hasNewPrice,
    lines: [...lineTexts, ...keptTexts, ...totalTexts],
    isReserved,
  };
}

function priceOf({ price, fee }: ReservedLine) {
  return addMoney(price, fee);
}

/** Returns what the cart would cost, before anything is reserved: the next press sends that it was said. */
export async function newTotalWords(newTotal: NewTotal, locale: Locale): Promise<Answer<ReserveAgainState>> {
  return { message: await totalText(newTotal, locale), isReserved: false, said: newTotal.total.minor };
}

export async function totalText({ total, isAtMost }: NewTotal, locale: string): Promise<string> {
  const t = await getTranslations({ locale, namespace: "Cart.again" });
  return t(isAtMost ? "totalAtMost" : "total", { total: formatMoney(total, locale) });
}

/** Returns the message that the service was busy or did not answer, and that nothing typed is lost. */
export async function failureWords(failure: ReserveFailure, locale: Locale): Promise<Answer<ReserveAgainState>> {
  const t = await getTranslations({ locale, namespace: "Cart.again" });
  return { message: t(`failed.${failure}`), isReserved: false, mayBeReserved: failure === "maybe_reserved" };
}

/** Returns the message that the visitor has reserved too often in a short time. */
export async function busyWords(locale: Locale): Promise<Answer<ReserveAgainState>> {
  const t = await getTranslations({ locale, namespace: "Cart" });
  return { message: t("refusal.busy"), isReserved: false };
}
