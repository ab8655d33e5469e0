import "server-only";

import { getTranslations } from "next-intl/server";
import { type CalendarEntry, calendarFile } from "#lib/documents/calendar/calendar-file.ts";
import { env } from "#lib/env.ts";
import { isReturned, type Ticket, type TicketedSale } from "#lib/orders/tickets.ts";

/**
 * Returns a calendar file with every date of an order. A date that is cancelled, or whose tickets were all returned, is
 * marked as cancelled, so that a calendar with the entry of an earlier file no longer shows it as planned.
 */
export async function orderCalendar(sales: readonly TicketedSale[], locale: string): Promise<string> {
  const entries = await Promise.all(sales.map((sale) => entriesOf(sale, locale)));
  return calendarFile(entries.flat(), new Date());
}

async function entriesOf({ sale, reference, venue, tickets }: TicketedSale, locale: string) {
  const t = await getTranslations({ locale, namespace: "Sale" });
  const origin = env().FOYER_ORIGIN;
  const url = `${origin}/${locale}/events/${sale.eventId}`;
  const byDate = Map.groupBy(tickets, ({ eventDate }) => eventDate);
  return [...byDate].flatMap(([eventDate, its]): CalendarEntry[] => {
    if (eventDate === undefined) return [];
    const valid = its.filter(isValid);
    const count = t("calendarTickets", { count: valid.length });
    return [
      {
        uid: `date-${eventDate.id}-order-${reference}@${new URL(origin).hostname}`,
        name: sale.eventName,
        startsAt: eventDate.startsAt,
        endsAt: eventDate.endsAt,
        timeZone: eventDate.timeZone,
        place: [venue?.name, venue?.address].filter(Boolean).join(", "),
        notes: [t("order", { reference }), ...(valid.length > 0 ? [count] : []), url],
        url,
        isCancelled: valid.length === 0,
      },
    ];
  });
}

function isValid({ admission, cancelled }: Ticket): boolean {
  return cancelled === undefined && !isReturned(admission);
}
