import { orderFile, privateFile } from "#app/[locale]/(shop)/sales/[link]/private-file.ts";
import { orderReference } from "#lib/orders/order.ts";
import { orderPdf } from "#lib/orders/order-pdf.ts";
import { openPaidTickets } from "#lib/orders/tickets.ts";

/** Returns a PDF of all tickets of the link. */
export const GET = orderFile(async ({ locale, link }) => {
  const sales = await openPaidTickets(link);
  if (sales === undefined) return undefined;
  const name = `tickets-${orderReference(sales)}.pdf`;
  return privateFile(await orderPdf(sales, locale), { type: "application/pdf", name });
});
