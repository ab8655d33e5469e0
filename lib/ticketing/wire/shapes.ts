import "server-only";

import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { https } from "#lib/env-values.ts";
import { hasOffset, zoneOf } from "#lib/ticketing/model/day.ts";
import type { RefundPolicy } from "#lib/ticketing/model/event.ts";
import { type Money, parseMoney, toDecimal } from "#lib/ticketing/model/money.ts";

const decimal = z.union([z.number(), z.string().trim().min(1)]);

/** An amount: a number, a text, or with its currency. */
export const money = z
  .union([
    z.object({ amount: decimal, currency: z.string() }),
    decimal.transform((amount) => ({ amount, currency: env().CURRENCY })),
  ])
  .transform(({ amount, currency }, context) => {
    const exact = /^[A-Z]{3}$/.test(currency) ? parseMoney(String(amount), currency) : undefined;
    if (exact) return exact;
    context.addIssue("an exact amount of its currency");
    return z.NEVER;
  }) satisfies z.ZodType<Money>;

const DATE = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:[:.](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)$/;

/** A time, normalised to ISO 8601: the interface writes `:SSS` and `+1000`. */
export const instant = z.string().transform((text, context) => {
  const match = DATE.exec(text.trim());
  if (match) {
    const [, day = "", minutes = "", seconds = "00", fraction = "", zone = ""] = match;
    const iso = `${day}T${minutes}:${seconds}.${fraction.padEnd(3, "0").slice(0, 3)}${offset(zone)}`;
    if (!Number.isNaN(Date.parse(iso))) return iso;
  }
  context.addIssue("a date with an offset");
  return z.NEVER;
});

function offset(zone: string): string {
  if (zone === "Z") return "+00:00";
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
}

/** Returns the zone of a normalised time where the service names none: that of the settings, if it has this offset then. */
export function assumedZone(iso: string): string {
  const { VENUE_TIME_ZONE: zone } = env();
  return zone !== undefined && hasOffset(zone, iso) ? zone : zoneOf(iso);
}

export const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
]);

/** The reference of an order in the form that may be logged: another service may call something else a reference. */
export const orderReference = z.string().regex(/^[0-9A-Z]{4,8}$/);

/** A number of tickets or of people. */
export const count = z.int().nonnegative();

/** The service's short keys, of sales and of carts. They are used in paths, so the pattern is strict. */
export const key = z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/));

export type Ref = { readonly id: number; readonly name: string; readonly key?: string | undefined };

/** `{ id, name, link, key? }`, a bare id, or a link that ends in one. */
export const ref = z.union([
  z.object({ id, name: optional(z.string(), ""), key: absent(key) }),
  id.transform((id) => ({ id, name: "", key: undefined })),
  z.union([z.string(), z.object({ link: z.string() }).transform(({ link }) => link)]).transform((link, context) => {
    const [, digits] = /\/(\d{1,15})(?:\.json)?\/?$/.exec(link) ?? [];
    if (digits !== undefined) return { id: Number(digits), name: "", key: undefined };
    context.addIssue("a reference");
    return z.NEVER;
  }),
]) satisfies z.ZodType<Ref>;

/** A list, bare or inside `{ refs: [...] }`. */
export const refs = z.union([z.array(ref), z.object({ refs: z.array(ref) }).transform(({ refs }) => refs)]);

/** On the wire absent and null are the same. */
export function absent<T>(schema: z.ZodType<T>) {
  return optional<T | undefined>(schema, undefined);
}

/** A field that counts as absent where it cannot be read. */
export function ifReadable<T>(schema: z.ZodType<T>) {
  return absent(schema).catch(undefined);
}

/** A list without its unreadable entries: one does not hide the others. */
export function readable<T>(schema: z.ZodType<T>) {
  return z.array(schema.optional().catch(undefined)).transform((all) => all.filter((one) => one !== undefined));
}

/** A list of references, bare or inside `{ refs: [...] }`, without those that cannot be read. */
export const readableRefs = z.union([readable(ref), z.object({ refs: readable(ref) }).transform(({ refs }) => refs)]);

export function optional<T>(schema: z.ZodType<T>, otherwise: T) {
  return schema.nullish().transform((value): T => value ?? otherwise);
}

/** A list that may be absent or unreadable, without its unreadable entries. */
export function readableRows<T>(row: z.ZodType<T>) {
  return optional(readable(row), []).catch([]);
}

/** Returns the fields of a value; none where it is no object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the object without its undefined properties, as the domain's types require. */
export function withoutUndefined<T extends object>(value: T): Defined<T> {
  // The filter drops the undefined properties, which is what the type states; the compiler cannot follow it.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>;
}

/** Returns the URL where it is https and names no user; other pictures and pages are not shown. */
export function httpsOrUndefined(text: string): string | undefined {
  return https.safeParse(text).data;
}

/** Returns the URL of a picture. A path is at the service itself, as in the links of its references. */
export function pictureUrl(text: string): string | undefined {
  return /^\/[^/\\]/.test(text) ? new URL(text, env().TICKETING_URL).href : httpsOrUndefined(text);
}

/** Returns the number of rows on all pages, where the service counts them. */
export function totalIn(headers: IncomingHttpHeaders): number | undefined {
  const text = headers["x-total-count"];
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

// Fields of an event beyond the interface. A missing or malformed one is left out.

/** A line of text. Empty and absent are the same. */
export const absentText = absent(z.string())
  .transform((text) => text?.trim() || undefined)
  .catch(undefined);

/** `null` says that there are no refunds by the Buyer alone; `undefined` that the service does not say. */
export const refundPolicy = z
  .object({
    untilHoursBefore: z.int().min(0),
    percentage: z.int().min(0).max(100),
    keepsFee: z.boolean(),
  })
  .nullish()
  .catch(undefined) satisfies z.ZodType<RefundPolicy | null | undefined>;

declare global {
  /** Node has it since 22; the compiler's library does not declare it yet. */
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Returns a plain JSON number with the currency's decimals: `30.00`, where a number would print as `30`. */
export function exactAmount(money: Money): object {
  return JSON.rawJSON(toDecimal(money));
}
