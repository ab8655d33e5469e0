import { notFoundFile, privateFile } from "#app/[locale]/sales/[link]/private-file.ts";
import { orderReference } from "#lib/orders/order.ts";
import { orderPdf } from "#lib/orders/order-pdf.ts";
import { openPaidTickets } from "#lib/orders/tickets.ts";

/** Returns a PDF of all tickets of the link. */
export async function GET(_request: Request, { params }: RouteContext<"/[locale]/sales/[link]/pdf">) {
  const { locale, link } = await params;
  const sales = await openPaidTickets(link);
  if (sales === undefined) return notFoundFile();
  const name = `tickets-${orderReference(sales)}.pdf`;
  return privateFile(await orderPdf(sales, locale), { type: "application/pdf", name });
}
