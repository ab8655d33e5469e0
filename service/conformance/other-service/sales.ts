import { randomInt } from "node:crypto";
import { type Catalogue, type Event, placesLeft, type TicketType } from "./season.ts";

export type Admission = { readonly id: number; readonly type: TicketType; admittedAt?: Date };
export type Transaction = { readonly method: string; readonly cents: number; readonly at: Date };

export type Sale = {
  readonly id: number;
  readonly key: string;
  readonly cartId: string;
  readonly event: Event;
  readonly lines: readonly SaleLine[];
  readonly admissions: readonly Admission[];
  readonly createdAt: Date;
  state: "RESERVED" | "LOCKED" | "CONFIRMED";
  modifiedAt: Date;
  /** When an unpaid sale ends, in milliseconds since 1970. */
  endsAt: number;
  buyer: Readonly<Record<string, string>>;
  readonly transactions: Transaction[];
  /** How often its tickets were sent by `GET /order/{key}/sendEmail`. */
  emailsSent: number;
};

export type Wanted = { readonly type: TicketType; readonly quantity: number };

/** Tickets with the price and the fee at which they were reserved. */
type SaleLine = Wanted & Pick<TicketType, "price" | "fee">;
export type Sales = ReturnType<typeof openSales>;

export const RESERVED_MS = 15 * 60 * 1000;
const KEY_LENGTH = 12;
const KEY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/**
 * Opens the sales of the service. Every function runs to its end without waiting, so calls cannot interleave: that is
 * what keeps stock exact. Each first ends the sales that have expired.
 */
export function openSales(catalogue: Catalogue, now: () => number) {
  const byKey = new Map<string, Sale>();
  const admissions = new Map<number, { readonly sale: Sale; readonly admission: Admission }>();
  const carts = new Set<string>();
  let lastId = 9000;

  function endExpired(): void {
    for (const sale of byKey.values()) if (sale.state !== "CONFIRMED" && sale.endsAt <= now()) release(sale);
  }

  /** Removes an unpaid sale and returns its places. */
  function release(sale: Sale): void {
    if (!byKey.delete(sale.key)) return;
    for (const { type, quantity } of sale.lines) type.taken -= quantity;
    for (const { id } of sale.admissions) admissions.delete(id);
  }

  return {
    admissions,

    newCart(): string {
      const id = newKey();
      carts.add(id);
      return id;
    },

    hasCart: (id: string) => carts.has(id),

    /** Takes all places or none. Returns `undefined` when there are too few. */
    reserve(event: Event, wanted: readonly Wanted[], cart: string | undefined): Sale | undefined {
      endExpired();
      const needed = Map.groupBy(wanted, ({ type }) => type);
      const sums = [...needed].map(([type, rows]) => [type, rows.reduce((sum, row) => sum + row.quantity, 0)] as const);
      if (sums.some(([type, quantity]) => quantity > placesLeft(type))) return undefined;
      for (const [type, quantity] of sums) type.taken += quantity;
      const cartId = cart ?? this.newCart();
      const at = new Date(now());
      const sale: Sale = {
        id: ++lastId,
        key: newKey(),
        cartId,
        event,
        lines: wanted.map((line) => ({ ...line, price: line.type.price, fee: line.type.fee })),
        createdAt: at,
        modifiedAt: at,
        admissions: wanted.flatMap(({ type, quantity }) => Array.from({ length: quantity }, () => newAdmission(type))),
        state: "RESERVED",
        endsAt: now() + RESERVED_MS,
        buyer: {},
        transactions: [],
        emailsSent: 0,
      };
      byKey.set(sale.key, sale);
      for (const admission of sale.admissions) admissions.set(admission.id, { sale, admission });
      return sale;
    },

    /** Returns a sale by its key; `undefined` when there is none or it has expired. */
    find(key: string): Sale | undefined {
      endExpired();
      return byKey.get(key);
    },

    /** Returns the sales of a cart, the oldest first. */
    inCart(cartId: string): readonly Sale[] {
      endExpired();
      return [...byKey.values()].filter((sale) => sale.cartId === cartId);
    },

    release,

    change(sale: Sale, state: Sale["state"]): void {
      sale.state = state;
      sale.modifiedAt = new Date(now());
    },

    /** Moves the end of an event's unpaid sales this many seconds closer. */
    age(eventId: number, seconds: number): void {
      for (const sale of byKey.values()) if (sale.event.id === eventId) sale.endsAt -= seconds * 1000;
    },

    placesLeft(typeId: number): number | undefined {
      endExpired();
      const type = catalogue.ticketTypes.get(typeId);
      return type && placesLeft(type);
    },
  };

  function newAdmission(type: TicketType): Admission {
    lastId += 1;
    return { id: lastId, type };
  }
}

/** Returns what a sale costs, in cents. */
export function totalOf({ lines }: Pick<Sale, "lines">): number {
  return lines.reduce((sum, { price, fee, quantity }) => sum + (price + fee) * quantity, 0);
}

function newKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join("");
}
