import "server-only";

import { getTranslations } from "next-intl/server";
import { limitInWords } from "#app/[locale]/limit-words.ts";
import type { HeldAgain } from "#components/cart/reservation-clock.tsx";
import type { Locale } from "#i18n/routing.ts";
import { allInPrice } from "#lib/domain/catalogue/ticket-type.ts";
import { addMoney, formatMoney } from "#lib/domain/money/money.ts";
import type { ReservedLine } from "#lib/domain/reservation/reservation.ts";
import type { PutBack } from "#lib/purchase/reserve-again/reserve-missing.ts";

type ReserveAgainResult = PutBack & { readonly locale: Locale };

/** Line by line: got back, fewer, price moved, gone; under its event's name where there are several. */
export async function againInWords({
  live,
  again,
  ticketTypes,
  before,
  locale,
}: ReserveAgainResult): Promise<HeldAgain> {
  const [t, hold] = await Promise.all([
    getTranslations({ locale, namespace: "Hold.again" }),
    getTranslations({ locale, namespace: "Hold" }),
  ]);
  const held = live.length > 0 || again.some(({ reservation }) => reservation !== undefined);
  const unanswered = again.some((part) => part.unanswered);
  const limited = again.find((part) => part.limited)?.limited;
  if (!held) {
    const none = limited && !unanswered ? limitInWords(limited, hold) : t(unanswered ? "noAnswer" : "none");
    return { fieldErrors: {}, message: none, held, ...(unanswered && { unanswered }), turn: Date.now() };
  }

  const several = again.length + live.length > 1;
  const told = again.flatMap((part) => {
    if (part.limited) return [t("limited", { name: part.eventName, why: limitInWords(part.limited, hold) })];
    return part.lines.flatMap(({ ticketTypeId, wanted: count, held: now }) => {
      const ticketType = ticketTypes.find(({ id }) => id === ticketTypeId);
      const earlier = before.find((line) => line.ticketTypeId === ticketTypeId);
      const type = ticketType?.name ?? earlier?.name ?? "";
      const name = several ? t("of", { event: part.eventName, name: type }) : type;
      if (part.unanswered) return [t("unanswered", { name })];
      const became = now === 0 ? t("gone", { name }) : now < count ? t("fewer", { name, held: now, count }) : undefined;
      const moved = now > 0 && ticketType && earlier && allInPrice(ticketType).minor !== priceOf(earlier).minor;
      const prices = moved && {
        now: formatMoney(allInPrice(ticketType), locale),
        before: formatMoney(priceOf(earlier), locale),
      };
      return [became ?? t("back", { name, count }), ...(prices ? [t("price", { name, ...prices })] : [])];
    });
  });
  const kept = live.map(({ eventName }) => t("kept", { name: eventName }));
  const whole = again.every(({ lines }) => lines.every(({ wanted, held }) => held === wanted));
  return {
    fieldErrors: {},
    title: t(whole ? "title" : "partlyTitle"),
    lines: [...told, ...kept],
    held,
    turn: Date.now(),
  };
}

function priceOf({ price, fee }: ReservedLine) {
  return addMoney(price, fee);
}

/** Says that too much was asked for in a short time. */
export async function busyInWords(locale: Locale): Promise<HeldAgain> {
  const t = await getTranslations({ locale, namespace: "Hold" });
  return { fieldErrors: {}, message: t("refusal.busy"), held: false, turn: Date.now() };
}
