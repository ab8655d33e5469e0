import "server-only";

import { randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { cookieIn } from "#lib/security/cookie-names.ts";
import { readAhead } from "#lib/security/records/revocation-times.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { areDevicesKnownRevoked } from "#lib/session/revocations.ts";
import type { SelectionLine, Source } from "#lib/ticketing/model/reservation.ts";
import { packedBuyer, packedSource, packLines, unpackLines, withoutClickIds } from "./compact.ts";

export type PurchaseReservation = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  /** The selected lines, so that an expired reservation can be made again with one press. */
  readonly lines: readonly SelectionLine[];
  /** Where the visitor came from, so that a changed reservation still counts for the same campaign. */
  readonly source?: Source;
};

export const PURCHASE_COOKIE = "foyer";

/** Longer than any reservation lives, so that an expired one can be made again. */
export const PURCHASE_SECONDS = 24 * 60 * 60;

/** Below the 4,096 bytes of a cookie with its name and attributes. */
export const PURCHASE_BYTES_MAX = 3_900;
/** What is longer before it is compressed hardly fits, and takes long to try. */
const CONTENT_LENGTH_MAX = 8_000;

/** As many events, the longest buyer and five more fields of 100 characters fit into the cookie. No reservation may be dropped. */
export const RESERVATIONS_MAX = 20;

/**
 * Compact, so that RESERVATIONS_MAX events fit: key, event id, its name, then ticket type and quantity in turn, and the source
 * where there is one.
 */
const packed = z.tuple([z.string(), z.number(), z.string(), z.array(z.number())]).rest(packedSource);

const packedMoney = z.object({ minor: z.number(), currency: z.string() });

const purchase = z
  .object({
    /** 128 random bits, new at every reserve, lock and pay. */
    checkoutId: z.string(),
    /** The previous id of this browser: it is revoked once the new one is seen. */
    replaces: z.string().exactOptional(),
    /** When the id was issued, in ms by the server's clock; absent for a browser's first. */
    issuedAt: z.number().exactOptional(),
    cartId: z.string(),
    /** Unpaid reservations, the newest last. */
    reservations: z.array(packed.transform(unpack)).readonly(),
    /** Sales of the same Cart that are paid already, with a service that pays a Cart in parts. */
    paidKeys: z.array(z.string()).readonly().exactOptional(),
    /** The total that the visitor saw last; the service's own figures decide. */
    total: packedMoney.exactOptional(),
    expiresAt: z.string().exactOptional(),
    buyer: packedBuyer.exactOptional(),
    /** The code is worth money, so it is here and in no URL. */
    voucher: z.object({ code: z.string(), balance: packedMoney }).exactOptional(),
  })
  .readonly();

/** What the storefront knows about one visitor's purchase. It is sealed in the visitor's own cookie. */
export type Purchase = z.output<typeof purchase>;

function unpack([key, eventId, eventName, flat, source]: z.output<typeof packed>): PurchaseReservation {
  return { key, eventId, eventName, lines: unpackLines(flat), ...(source && { source }) };
}

function pack({ key, eventId, eventName, lines, source }: PurchaseReservation): z.input<typeof packed> {
  return [key, eventId, eventName, packLines(lines), ...(source ? [source] : [])];
}

/** Returns where the visitor came from when they reserved tickets of this event. */
export function sourceOf({ reservations }: Pick<Purchase, "reservations">, eventId: number): Source | undefined {
  return reservations.find((one) => one.eventId === eventId)?.source;
}

/** Returns the keys of all sales of the purchase, the paid ones first. */
export function keysOf({
  paidKeys = [],
  reservations,
}: Pick<Purchase, "paidKeys" | "reservations">): readonly string[] {
  return [...paidKeys, ...reservations.map(({ key }) => key)];
}

export function newCheckoutId(): string {
  return randomBytes(16).toString("base64url");
}

export type VisitContent = Omit<Purchase, "checkoutId" | "replaces" | "issuedAt">;

/**
 * Returns the content with a new checkout id that replaces the browser's present one, also when the clock was set back. One that
 * takes a Cart over ends the earlier ids of that Cart.
 */
export function withNewId(content: VisitContent, before: Purchase | undefined, takesOver = false): Purchase {
  const checkoutId = newCheckoutId();
  if (before === undefined) return { ...content, checkoutId, ...(takesOver && { issuedAt: Date.now() }) };
  const issuedAt = Math.max(Date.now(), (before.issuedAt ?? 0) + 1);
  return { ...content, checkoutId, replaces: before.checkoutId, issuedAt };
}

/**
 * Returns the sealed purchase. Where it does not fit into the cookie, it leaves out the ids of clicks, the sources, long names, then all
 * names, then the lines, which the Cart has as well. Only where that does not fit either is it compressed, which the version before cannot read,
 * and last it leaves out the paid sales, the oldest first. Throws RangeError where the reservations themselves do not fit.
 */
export async function sealPurchase(content: Purchase): Promise<string> {
  const { paidKeys = [] } = content;
  const shorter = [whole, withoutClickIds, named(), named(40), named(0), withoutLines].map((shorten) =>
    shortened(content, shorten),
  );
  const fewer = countsBelow(paidKeys.length).map((count) =>
    shortened({ ...content, paidKeys: paidKeys.slice(-count) }, withoutLines),
  );
  const { paidKeys: _, ...unpaidOnly } = content;
  const plain = shorter.map((purchase) => ({ purchase, isCompressed: false }));
  const compressed = [...shorter, ...fewer, shortened(unpaidOnly, withoutLines)]
    .filter((purchase) => JSON.stringify(purchase).length <= CONTENT_LENGTH_MAX)
    .map((purchase) => ({ purchase, isCompressed: true }));
  for (const { purchase, isCompressed } of [...plain, ...compressed]) {
    const sealed = await seal("visit", purchase, PURCHASE_SECONDS, isCompressed);
    if (sealed.length <= PURCHASE_BYTES_MAX) return sealed;
  }
  throw new RangeError(`A purchase of ${content.reservations.length} events does not fit into a cookie.`);
}

/** Returns the count, and numbers that are each a tenth lower, down to one. */
function countsBelow(count: number): readonly number[] {
  return count === 0 ? [] : [count, ...countsBelow(Math.floor(count * 0.9))];
}

function shortened(content: Purchase, shorten: Shorten) {
  return { ...content, reservations: content.reservations.map(shorten).map(pack) };
}

type Shorten = (reservation: PurchaseReservation) => PurchaseReservation;

const whole: Shorten = (reservation) => reservation;
const withoutLines: Shorten = ({ key, eventId }) => ({ key, eventId, eventName: "", lines: [] });

/** Returns reservations without their source, and with at most so many letters of their names. */
function named(letters?: number): Shorten {
  return ({ source: _, ...one }) => ({ ...one, eventName: [...one.eventName].slice(0, letters).join("") });
}

/**
 * Returns the purchase; `undefined` for a cookie of an older shape, and once devices have lost access to one of its sales. Where the
 * service does not answer it goes on as far as this machine knows, so that a payment can be checked; `mayShowTickets` then throws.
 */
export async function unsealPurchase(text: string): Promise<Purchase | undefined> {
  const { data } = purchase.safeParse(await unseal("visit", text));
  if (data === undefined) return undefined;
  const { checkoutId, replaces, cartId, issuedAt = 0 } = data;
  readAhead([
    ["checkout", checkoutId],
    ...(replaces === undefined ? [] : [["checkout", replaces] as const]),
    ["newest-issue", cartId],
    ["attempt", cartId],
  ]);
  return (await areDevicesKnownRevoked(keysOf(data), issuedAt)) ? undefined : data;
}

/**
 * Returns the purchase in the cookies of a request. Its reservations may have expired: this machine's clock may differ from the
 * service's. For code that runs before a page.
 */
export async function purchaseIn(cookieHeader: string): Promise<Purchase | undefined> {
  const sealed = cookieIn(cookieHeader, PURCHASE_COOKIE, env().FOYER_ORIGIN);
  return sealed === undefined ? undefined : unsealPurchase(sealed);
}
