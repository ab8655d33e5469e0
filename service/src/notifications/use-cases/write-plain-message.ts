import { listTicketCodes } from "#src/admissions/store/ticket-codes.ts";
import type { MailContent } from "#src/notifications/domain/mail.ts";
import type { MessageOnTry } from "#src/notifications/domain/message.ts";
import { type PlainSale, plainMessage } from "#src/notifications/domain/plain-message.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import type { World } from "#src/platform/world.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { findSales } from "#src/reservations/store/sales.ts";

/** Returns the service's own text of a message, for sales without a storefront that renders it, or `undefined` when it has none. */
export async function writePlainMessage(world: World, message: MessageOnTry): Promise<MailContent | undefined> {
  const { kind, saleKeys, details } = message;
  const keys = kind === "FIND_TICKETS" ? (details.orders as readonly (readonly string[])[]).flat() : saleKeys;
  const sales = await Promise.all(keys.map((key) => plainSaleOf(world, message.accountId, key)));
  const found = sales.flatMap((sale) => sale ?? []);
  const isUseful = kind !== "FIND_TICKETS" || found.some(({ orderLink }) => orderLink !== undefined);
  return isUseful ? plainMessage(kind, found, details) : undefined;
}

async function plainSaleOf({ db, limits }: World, accountId: number, key: string): Promise<PlainSale | undefined> {
  const [sale] = await findSales(db, accountId, { key }, limits.latePaySeconds);
  if (sale === undefined) return undefined;
  const { eventName, venue, dates, lines, total, buyer } = sale;
  return {
    eventName,
    venueName: venue.name,
    dates: dates.map(({ startsAt }) => dateText(startsAt, venue)),
    lines: lines.map(({ quantity, ticketTypeName, section }) => `${quantity} × ${ticketTypeName}, ${section.name}`),
    total: `${toDecimal(total)} ${total.currency}`,
    codes: await listTicketCodes(db, sale.eventId, sale.id),
    orderLink: buyer.orderLink,
  };
}

function dateText(startsAt: Date, { timeZone }: Sale["venue"]): string {
  const text = startsAt.toLocaleString("en", { dateStyle: "full", timeStyle: "short", timeZone });
  return `${text} (${timeZone})`;
}
