import { notFoundFile, privateFile } from "#app/[locale]/sales/[link]/private-file.ts";
import { orderCalendar } from "#lib/orders/order-calendar.ts";
import { openPaidTickets } from "#lib/orders/tickets.ts";

/** Returns a calendar file with every date of the link's tickets. */
export async function GET(_request: Request, { params }: RouteContext<"/[locale]/sales/[link]/calendar">) {
  const { locale, link } = await params;
  const sales = await openPaidTickets(link);
  if (sales === undefined) return notFoundFile();
  return privateFile(await orderCalendar(sales, locale), {
    type: "text/calendar; charset=utf-8",
    name: "tickets.ics",
  });
}
