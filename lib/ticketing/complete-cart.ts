import "server-only";

import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { ticketTypeOf } from "#lib/ticketing/linked-names.ts";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { addMoney, type Money, timesMoney } from "#lib/ticketing/model/money.ts";
import type { ReservedLine, SelectionLine } from "#lib/ticketing/model/reservation.ts";
import type { Sale } from "#lib/ticketing/model/sale.ts";
import { getReservation } from "#lib/ticketing/reservations.ts";
import { admissionsOf, getSale } from "#lib/ticketing/sales.ts";
import type { CartRead, CartRow } from "#lib/ticketing/wire/purchase/sales.ts";

/** What the storefront remembers of a sale that it reserved. */
export type KnownSale = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly lines: readonly SelectionLine[];
};

/**
 * Returns a cart whose rows, as far as they cannot be read, are completed by the calls that every service has: the state and the
 * amount of a sale by `GET /payment/{key}`, its tickets from what is known of it or from its admissions. Throws TicketingFault
 * where it has a sale that nothing names, or where a sale's state or the amount due cannot be learned.
 */
export async function completeCart(read: CartRead, cartId: string, known: readonly KnownSale[]): Promise<Cart> {
  const { rows = [], total, ...cart } = read;
  const isEachNamed = read.rows?.every(({ name }) => name !== undefined) ?? false;
  const named = rows.filter(({ name }) => name !== undefined);
  const others = known.filter(({ key }) => !isEachNamed && !named.some(({ name }) => name === key));
  const all: readonly CartRow[] = [...named, ...others.map(({ key }) => ({ key, name: key }))];
  const completed = await Promise.all(all.map((row) => completeSale(row, cartId, known)));
  const sales = completed.filter((sale) => sale !== undefined);
  const found = completed.slice(named.length).filter((sale) => sale !== undefined);
  const hasMore =
    read.rows === undefined ? found.length === 0 && total?.minor !== 0 : rows.length - named.length > found.length;
  if (hasMore) throw new TicketingFault("getCart answered with a sale that cannot be read.");
  return { ...cart, id: cartId, sales, total: total ?? sumOf(sales) };
}

/** Returns the sale of a row; `undefined` where the service does not have it, or where it may be in another cart. */
async function completeSale(row: CartRow, cartId: string, known: readonly KnownSale[]): Promise<CartSale | undefined> {
  const { name = "", ...own } = row;
  if (isWhole(own)) return own;
  const sale = await getSale(name);
  // A service may show a sale among the payments only once it is paid.
  const isEnough = own.key !== undefined && own.status !== undefined;
  const read = sale ?? (isEnough ? undefined : await getReservation(name));
  const key = own.key ?? read?.key ?? name;
  const remembered = known.find((one) => one.key === key);
  // An id may be that of another buyer's sale.
  const isInCart = read?.cartId === undefined ? remembered !== undefined : read.cartId === cartId;
  if (own.key === undefined && !isInCart) return undefined;
  // It is reserved, as far as one can know.
  const status = own.status ?? (read && (read.status ?? "RESERVED"));
  if (status === undefined) return undefined;
  const lines = own.lines ?? (await linesOf(sale, remembered));
  const total = own.total ?? sale?.total ?? sumOf(lines);
  return {
    ...own,
    key,
    status,
    eventId: own.eventId || sale?.eventId || (remembered?.eventId ?? 0),
    eventName: own.eventName || sale?.eventName || (remembered?.eventName ?? ""),
    total,
    lines,
  };
}

function isWhole(row: Partial<CartSale>): row is CartSale {
  const { key, status, eventId, total, lines } = row;
  return [key, status, eventId, total, lines].every((field) => field !== undefined);
}

/** Returns the tickets of a sale, at the prices of their types. A type that cannot be read is left out: the total is the service's. */
async function linesOf(sale: Sale | undefined, remembered: KnownSale | undefined): Promise<readonly ReservedLine[]> {
  const wanted = remembered?.lines.length ? remembered.lines : await ticketsIn(sale);
  const lines = await Promise.all(wanted.map(lineOf));
  return lines.flatMap((line) => line ?? []);
}

async function ticketsIn(sale: Sale | undefined): Promise<readonly SelectionLine[]> {
  const admissions = sale === undefined ? [] : await admissionsOf(sale);
  const types = Map.groupBy(admissions, ({ ticketTypeId }) => ticketTypeId);
  return [...types].map(([ticketTypeId, same]) => ({ ticketTypeId, quantity: same.length }));
}

async function lineOf({ ticketTypeId, quantity }: SelectionLine): Promise<ReservedLine | undefined> {
  const type = await ticketTypeOf(ticketTypeId);
  if (type?.price === undefined || type.fee === undefined) return undefined;
  const { name, price, fee, section, eventDateId = 0 } = type;
  const total = timesMoney(addMoney(price, fee), quantity);
  return { ticketTypeId, quantity, name, price, fee, total, eventDateId, savings: [], ...(section && { section }) };
}

/** Throws TicketingFault where there is nothing to add: an amount due is never made up. */
function sumOf(parts: readonly { readonly total: Money }[]): Money {
  const [first, ...more] = parts.map(({ total }) => total);
  if (first === undefined) throw new TicketingFault("getCart answered without an amount that can be read.");
  return more.reduce(addMoney, first);
}
