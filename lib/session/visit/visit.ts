import "server-only";

import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Money } from "#lib/domain/money/money.ts";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import type { SelectionLine } from "#lib/domain/reservation/selection.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { packedBuyer, packLines, unpackLines } from "./packed.ts";

/** What the storefront knows of one visitor's purchase. It travels sealed in the visitor's own cookie. */
export type Visit = {
  /** 128 random bits, made anew at reserve, lock and pay. */
  readonly checkoutId: string;
  /** The id that this browser had before: it is revoked once the new one is seen. */
  readonly replaces?: string;
  /** When the id was made, in ms by the server's clock; absent of a browser's first. */
  readonly issuedAt?: number;
  readonly cartId: string;
  /** What waits for payment, the one chosen last at the end. */
  readonly reservations: readonly VisitReservation[];
  /** Of the same Cart, paid before the rest was: by a service that pays a Cart in parts. */
  readonly paidKeys?: readonly string[];
  /** The total that the visitor was told last; the service's own figures decide. */
  readonly total?: Money;
  readonly expiresAt?: string;
  readonly buyer?: Buyer;
};

export type VisitReservation = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  /** What was wanted, so that a hold that ended can be taken again in one tap. */
  readonly lines: readonly SelectionLine[];
};

/** Longer than any hold may live, short enough that a forgotten browser forgets too. */
export const VISIT_SECONDS = 24 * 60 * 60;

/** Below the 4,096 bytes of a cookie with its name and attributes. */
export const VISIT_BYTES_MAX = 3_500;

/** More events at once do not fit into the cookie beside the longest buyer, and nobody may lose tickets that are held. */
export const RESERVATIONS_MAX = 20;

/** Names are left out and lines are flat, so that ten events fit: key, event, its name, type and quantity in turn. */
const packed = z.tuple([z.string(), z.number(), z.string(), z.array(z.number())]);

const visit = z.object({
  checkoutId: z.string(),
  replaces: z.string().exactOptional(),
  issuedAt: z.number().exactOptional(),
  cartId: z.string(),
  reservations: z.array(packed.transform(unpack)),
  paidKeys: z.array(z.string()).exactOptional(),
  total: z.object({ minor: z.number(), currency: z.string() }).exactOptional(),
  expiresAt: z.string().exactOptional(),
  buyer: packedBuyer.exactOptional(),
}) satisfies z.ZodType<Visit>;

function unpack([key, eventId, eventName, flat]: z.output<typeof packed>): VisitReservation {
  return { key, eventId, eventName, lines: unpackLines(flat) };
}

function pack({ key, eventId, eventName, lines }: VisitReservation): z.input<typeof packed> {
  return [key, eventId, eventName, packLines(lines)];
}

/** The sales that the visitor's tickets will be, the paid ones first. */
export function keysOf({ paidKeys = [], reservations }: Pick<Visit, "paidKeys" | "reservations">): readonly string[] {
  return [...paidKeys, ...reservations.map(({ key }) => key)];
}

export function newCheckoutId(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * What is too much for the cookie is cut: first long names, then every name, then the lines, which the Cart knows as
 * well, and at last the sales that were paid, the oldest first. Nothing that a purchase needs ever is.
 */
export async function sealVisit(content: Visit): Promise<string> {
  const { paidKeys = [] } = content;
  const shorter = [whole, named(40), named(0)].map((shorten) => shortened(content, shorten));
  const fewer = paidKeys.map((_, count) => shortened({ ...content, paidKeys: paidKeys.slice(count) }, withoutLines));
  const { paidKeys: _, ...underWay } = content;
  let sealed = "";
  for (const visit of [...shorter, ...fewer, shortened(underWay, withoutLines)]) {
    sealed = await seal("visit", visit, VISIT_SECONDS);
    if (sealed.length <= VISIT_BYTES_MAX) return sealed;
  }
  throw new RangeError(`A visit of ${sealed.length} bytes does not fit into a cookie.`);
}

function shortened(content: Visit, shorten: Shorten) {
  return { ...content, reservations: content.reservations.map(shorten).map(pack) };
}

type Shorten = (reservation: VisitReservation) => VisitReservation;

const whole: Shorten = (reservation) => reservation;
const withoutLines: Shorten = (reservation) => ({ ...reservation, eventName: "", lines: [] });

function named(letters: number): Shorten {
  return (reservation) => ({ ...reservation, eventName: [...reservation.eventName].slice(0, letters).join("") });
}

/** A cookie of an older shape is no visit. */
export async function unsealVisit(text: string): Promise<Visit | undefined> {
  return visit.safeParse(await unseal("visit", text)).data;
}
