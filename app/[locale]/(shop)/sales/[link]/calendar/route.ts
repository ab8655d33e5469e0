import { orderFile, privateFile } from "#app/[locale]/(shop)/sales/[link]/private-file.ts";
import { orderCalendar } from "#lib/orders/order-calendar.ts";
import { openPaidTickets } from "#lib/orders/tickets.ts";

/** Returns a calendar file with every date of the link's tickets. */
export const GET = orderFile(async ({ locale, link }) => {
  const sales = await openPaidTickets(link);
  if (sales === undefined) return undefined;
  return privateFile(await orderCalendar(sales, locale), {
    type: "text/calendar; charset=utf-8",
    name: "tickets.ics",
  });
});
