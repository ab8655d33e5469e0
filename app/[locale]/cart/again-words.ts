import "server-only";

import { getTranslations } from "next-intl/server";
import type { HeldAgain } from "#components/reservation-clock.tsx";
import type { Locale } from "#i18n/routing.ts";
import type { LineAgain } from "#lib/domain/held-again.ts";
import { addMoney, formatMoney } from "#lib/domain/money.ts";
import type { Reservation, ReservedLine } from "#lib/domain/reservation.ts";
import { allInPrice, type TicketType } from "#lib/domain/ticket-type.ts";

type Told = {
  readonly again: readonly { readonly reservation?: Reservation; readonly lines: readonly LineAgain[] }[];
  readonly ticketTypes: readonly TicketType[];
  /** The lines of the hold that ended, if the service still had them: their prices are compared. */
  readonly before: readonly ReservedLine[];
  readonly locale: Locale;
};

/** Line by line: got back, fewer, price moved, gone. */
export async function againInWords({ again, ticketTypes, before, locale }: Told): Promise<HeldAgain> {
  const t = await getTranslations({ locale, namespace: "Hold.again" });
  const lines = again.flatMap((part) => part.lines);
  const held = again.some(({ reservation }) => reservation !== undefined);
  if (!held) return { fieldErrors: {}, message: t("none"), held, turn: Date.now() };

  const told = lines.flatMap(({ ticketTypeId, wanted: count, held: now }) => {
    const ticketType = ticketTypes.find(({ id }) => id === ticketTypeId);
    const earlier = before.find((line) => line.ticketTypeId === ticketTypeId);
    const name = ticketType?.name ?? earlier?.name ?? "";
    const became = now === 0 ? t("gone", { name }) : now < count ? t("fewer", { name, held: now, count }) : undefined;
    const moved = now > 0 && ticketType && earlier && allInPrice(ticketType).minor !== priceOf(earlier).minor;
    return [
      became ?? t("back", { name, count }),
      ...(moved
        ? [
            t("price", {
              name,
              now: formatMoney(allInPrice(ticketType), locale),
              before: formatMoney(priceOf(earlier), locale),
            }),
          ]
        : []),
    ];
  });
  const whole = lines.every(({ wanted, held }) => held === wanted);
  return { fieldErrors: {}, title: t(whole ? "title" : "partlyTitle"), lines: told, held, turn: Date.now() };
}

function priceOf({ price, fee }: ReservedLine) {
  return addMoney(price, fee);
}
