import { listTicketCodes } from "#src/admissions/store/admissions.ts";
import type { TicketDate } from "#src/catalogue/domain/event.ts";
import type { MailContent, MessageOnTry } from "#src/notifications/domain/message.ts";
import { type PlainSale, plainMessage } from "#src/notifications/domain/plain-message.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import { mayRender, type Runtime } from "#src/platform/runtime.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { findSales } from "#src/reservations/store/sales.ts";

/** Returns the service's own text of a message, for sales without a storefront that renders it, or `undefined` when it has none. */
export async function writePlainMessage(runtime: Runtime, message: MessageOnTry): Promise<MailContent | undefined> {
  const { kind, saleKeys, details, renderer } = message;
  const sales = await Promise.all(saleKeys.map((key) => plainSaleOf(runtime, message.accountId, key)));
  const shop = renderer && mayRender(runtime, renderer) ? new URL(renderer.address).origin : undefined;
  return plainMessage(
    kind,
    sales.flatMap((sale) => sale ?? []),
    { details, shop },
  );
}

async function plainSaleOf({ db, limits }: Runtime, accountId: number, key: string): Promise<PlainSale | undefined> {
  const [sale] = await findSales(db, accountId, { key }, limits);
  if (sale === undefined) return undefined;
  const { eventName, venue, dates, lines, total } = sale;
  return {
    eventName,
    venueName: venue.name,
    dates: dates.map((date) => dateText(date, venue)),
    lines: lines.map(({ quantity, ticketTypeName, section }) => `${quantity} × ${ticketTypeName}, ${section.name}`),
    total: `${toDecimal(total)} ${total.currency}`,
    codes: await listTicketCodes(db, sale.eventId, sale.id),
  };
}

function dateText({ startsAt, endsAt }: TicketDate, { timeZone }: Sale["venue"]): string {
  const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short", timeZone });
  return `${endsAt ? format.formatRange(startsAt, endsAt) : format.format(startsAt)} (${timeZone})`;
}
