import "server-only";

import { getTranslations } from "next-intl/server";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { timeText } from "#lib/i18n/date-text.ts";
import { addressText } from "#lib/i18n/words.ts";
import { orderReference } from "#lib/orders/order.ts";
import { isValid, type TicketedSale } from "#lib/orders/tickets.ts";
import { type CalendarEntry, calendarFile } from "#lib/tickets/calendar/calendar-file.ts";

/**
 * Returns a calendar file with every date of an order. A date that is cancelled, or whose tickets were all returned, is
 * marked as cancelled, so that a calendar with the entry of an earlier file no longer shows it as planned.
 */
export async function orderCalendar(sales: readonly TicketedSale[], locale: string): Promise<string> {
  const shown = orderReference(sales);
  const entries = await Promise.all(sales.map((sale) => entriesOf(sale, shown, locale)));
  return calendarFile(entries.flat(), new Date());
}

async function entriesOf(sold: TicketedSale, shown: string, locale: string) {
  const { sale, reference, venue, tickets } = sold;
  const [t, tFacts, tSeller, seller] = await Promise.all([
    getTranslations({ locale, namespace: "Sale" }),
    getTranslations({ locale, namespace: "Facts" }),
    getTranslations({ locale, namespace: "Seller" }),
    currentSeller(),
  ]);
  const origin = env().FOYER_ORIGIN;
  const url = `${origin}/${locale}/events/${sale.eventId}`;
  const byDate = Map.groupBy(tickets, ({ eventDate }) => eventDate);
  return [...byDate].flatMap(([eventDate, dateTickets]): CalendarEntry[] => {
    if (eventDate === undefined) return [];
    const { doors, timeZone } = eventDate;
    const valid = dateTickets.filter(isValid);
    const count = t("calendarTickets", { count: valid.length });
    return [
      {
        uid: `date-${eventDate.id}-order-${reference}@${new URL(origin).hostname}`,
        name: sale.eventName,
        startsAt: eventDate.startsAt,
        endsAt: eventDate.endsAt,
        timeZone,
        place: addressText([venue?.name, venue?.address]),
        notes: [
          ...(doors === undefined ? [] : [`${tFacts("doorsLabel")} ${timeText(doors, locale, timeZone)}`]),
          t("order", { reference: shown }),
          ...(valid.length > 0 ? [count] : []),
          tSeller("soldBy", { name: seller.name }),
          url,
        ],
        url,
        isCancelled: valid.length === 0,
      },
    ];
  });
}
