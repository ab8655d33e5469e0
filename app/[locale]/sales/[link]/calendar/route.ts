import { getTranslations } from "next-intl/server";
import { nothing, privateFile } from "#app/[locale]/sales/[link]/private-file.ts";
import { openPaidTickets, type TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { type CalendarEntry, calendarFile } from "#lib/documents/calendar-file.ts";
import { env } from "#lib/env.ts";

/** Returns a calendar file with every date of the link's tickets that is not cancelled. */
export async function GET(_request: Request, { params }: RouteContext<"/[locale]/sales/[link]/calendar">) {
  const { locale, link } = await params;
  const sales = await openPaidTickets(link);
  if (sales === undefined) return nothing();
  const entries = await Promise.all(sales.map((sale) => entriesOf(sale, locale)));
  return privateFile(calendarFile(entries.flat(), new Date()), {
    type: "text/calendar; charset=utf-8",
    name: "tickets.ics",
  });
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
