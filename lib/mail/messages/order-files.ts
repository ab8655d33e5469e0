import "server-only";

import { orderReference } from "#lib/orders/order.ts";
import { orderCalendar } from "#lib/orders/order-calendar.ts";
import { orderPdf } from "#lib/orders/order-pdf.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";

export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentBase64: string;
  /** The HTML shows it in place, as `cid:…`. */
  readonly cid?: string;
};

/** Returns the files of an order that its page offers: tickets and calendar. */
export async function orderFiles(sales: readonly TicketedSale[], locale: string): Promise<readonly Attachment[]> {
  const [pdf, calendar] = await Promise.all([orderPdf(sales, locale), orderCalendar(sales, locale)]);
  return [
    {
      filename: `tickets-${orderReference(sales)}.pdf`,
      contentType: "application/pdf",
      contentBase64: Buffer.from(pdf).toString("base64"),
    },
    {
      filename: "tickets.ics",
      contentType: "text/calendar; charset=utf-8; method=PUBLISH",
      contentBase64: Buffer.from(calendar).toString("base64"),
    },
  ];
}
