import "server-only";

import { getTranslations } from "next-intl/server";
import type { TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { type CalendarEntry, calendarFile } from "#lib/documents/calendar-file.ts";
import { env } from "#lib/env.ts";

/** Returns a calendar file with every date of an order's tickets that is not cancelled. */
export async function orderCalendar(sales: readonly TicketedSale[], locale: string): Promise<string> {
  const entries = await Promise.all(sales.map((sale) => entriesOf(sale, locale)));
  return calendarFile(entries.flat(), new Date());
}

async function entriesOf({ sale, reference, venue, tickets }: TicketedSale, locale: string) {
  const t = await getTranslations({ locale, namespace: "Sale" });
  const origin = env().FOYER_ORIGIN;
  const place = [venue?.name, venue?.address].filter(Boolean).join(", ");
  const ahead = tickets.filter(({ cancelled }) => cancelled === undefined);
  const byDate = Map.groupBy(ahead, ({ eventDate }) => eventDate);
  return [...byDate].flatMap(([eventDate, its]): CalendarEntry[] => {
    if (eventDate === undefined) return [];
    const { id, startsAt, endsAt } = eventDate;
    return [
      {
        uid: `date-${id}-order-${reference}@${new URL(origin).hostname}`,
        name: sale.eventName,
        startsAt,
        ...(endsAt !== undefined && { endsAt }),
        place,
        notes: [
          t("order", { reference }),
          t("calendarTickets", { count: its.length }),
          `${origin}/${locale}/events/${sale.eventId}`,
        ],
      },
    ];
  });
}
