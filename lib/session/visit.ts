import "server-only";

import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Buyer } from "#lib/domain/buyer.ts";
import type { Money } from "#lib/domain/money.ts";
import type { Wanted } from "#lib/domain/selection.ts";
import { seal, unseal } from "#lib/session/seal.ts";

/** What the storefront knows of one visitor's purchase. It travels sealed in the visitor's own cookie. */
export type Visit = {
  /** 128 random bits, made anew at reserve and at lock, so that an older cookie's forms no longer count. */
  readonly checkoutId: string;
  readonly cartId: string;
  readonly keys: readonly string[];
  readonly eventId: number;
  readonly eventName: string;
  /** What was wanted, so that a hold that ended can be taken again in one tap. */
  readonly lines: readonly Wanted[];
  /** What the visitor was shown; the service's own figures decide. */
  readonly total?: Money;
  readonly expiresAt?: string;
  readonly buyer?: Buyer;
  readonly attemptId?: string;
};

/** Longer than any hold may live, short enough that a forgotten browser forgets too. */
export const VISIT_SECONDS = 24 * 60 * 60;

/** Below the 4,096 bytes of a cookie with its name and attributes. */
export const VISIT_BYTES_MAX = 3_500;

const visit = z.object({
  checkoutId: z.string(),
  cartId: z.string(),
  keys: z.array(z.string()),
  eventId: z.number(),
  eventName: z.string(),
  lines: z.array(z.object({ ticketTypeId: z.number(), quantity: z.number() })),
  total: z.object({ minor: z.number(), currency: z.string() }).exactOptional(),
  expiresAt: z.string().exactOptional(),
  buyer: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string().exactOptional(),
      optIn: z.boolean(),
    })
    .exactOptional(),
  attemptId: z.string().exactOptional(),
}) satisfies z.ZodType<Visit>;

export function newCheckoutId(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * What is too much for the cookie is cut: first a long name, then the lines, which the Cart knows as well. Nothing that
 * a purchase needs ever is.
 */
export async function sealVisit(content: Visit): Promise<string> {
  const named = { ...content, eventName: [...content.eventName].slice(0, 40).join("") };
  let sealed = "";
  for (const shorter of [content, named, { ...named, lines: [] }]) {
    sealed = await seal("visit", shorter, VISIT_SECONDS);
    if (sealed.length <= VISIT_BYTES_MAX) return sealed;
  }
  throw new RangeError(`A visit of ${sealed.length} bytes does not fit into a cookie.`);
}

/** A cookie of an older shape is no visit. */
export async function unsealVisit(text: string): Promise<Visit | undefined> {
  return visit.safeParse(await unseal("visit", text)).data;
}
