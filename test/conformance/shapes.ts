import { z } from "zod";

/**
 * The shapes that the interface leaves open, read as widely as it permits: an amount is a number, a text or an object, a
 * reference is an id, a link or an object. `exact` has the shapes that Foyer fixes.
 */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([:.]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)$/;

export const text = z.string();
export const flag = z.boolean();
const numberText = z.string().regex(/^-?\d+(\.\d+)?$/, "expected a number or a text of digits");
const decimal = z.union([z.number(), numberText], "expected a number or a text of digits");
export const count = z.union([z.int(), z.string().regex(/^\d+$/)], "expected a whole number");
export const id = z.union([z.int().positive(), z.string().regex(/^[1-9]\d*$/)], "expected a positive whole number");
export const amount = z.union([decimal, z.looseObject({ amount: decimal })], "expected an amount");
export const instant = z.string().regex(INSTANT, "expected a date in ISO 8601 with an offset");
export const key = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "expected a short alphanumeric key");
const link = z.string().regex(/\/\d+(\.json)?\/?$/);
export const ref = z.union(
  [id, link, z.looseObject({ id }), z.looseObject({ link })],
  "expected a reference: an id, a link that ends in one, or an object with either",
);
export const refs = z.union([z.array(ref), z.looseObject({ refs: z.array(ref) })], "expected a list of references");
export const list = z.array(z.unknown());
export const object = z.looseObject({});

const currency = z.string().regex(/^[A-Z]{3}$/, "expected a currency such as AUD");
const exactRef = z.looseObject({ id: z.int().positive(), name: text, link: text });
const exactAmount = z.looseObject({ amount: z.number(), currency });

export const exact = {
  ref: exactRef,
  amount: exactAmount,
  verdict: z.looseObject({ successful: flag, messages: z.array(text), errors: list }),
};

export const saleStatus = z.enum(["RESERVED", "LOCKED", "PROCESSING", "CONFIRMED", "UNFULFILLED"]);
export const paymentType = z.enum(["NO_SALES", "WRONG_STATE", "REFUSED", "SUCCESS", "WRONG_AMOUNT"]);
export const onSaleStatus = z.enum(["NOT_ON_SALE", "ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"]);
export const admissionStatus = z.enum([
  "NOT_RESERVED",
  "RESERVED",
  "PENDING_GUEST_DETAILS",
  "CONFIRMED",
  "REFUNDED",
  "RETURNED",
] as const);
export const admitResult = z.enum([
  "ADMITTED",
  "ALREADY_ADMITTED",
  "NOT_FOUND",
  "NOT_CONFIRMED",
  "CANCELLED",
  "WRONG_EVENT_DATE",
  "TOO_MANY_TODAY",
] as const);

/** Returns the id that a reference names, or `undefined` when there is none. */
export function idOf(reference: unknown): number | undefined {
  const named = Object(reference) as { readonly id?: unknown; readonly link?: unknown };
  const text = String(named.id ?? named.link ?? reference);
  const [, digits] = /(?:^|\/)(\d{1,15})(?:\.json)?\/?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the ids of a list of references, bare or inside `refs`. */
export function idsOf(references: unknown): readonly number[] {
  const found = Array.isArray(references) ? references : fieldOf(references, "refs");
  return Array.isArray(found) ? found.flatMap((one) => idOf(one) ?? []) : [];
}

/** Returns an amount as a number, or `undefined` when it is none. */
export function numberOf(value: unknown): number | undefined {
  const bare = typeof value === "object" && value !== null ? fieldOf(value, "amount") : value;
  return decimal.safeParse(bare).success ? Number(bare) : undefined;
}

/** Returns the value at a path, or `undefined`. */
export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((one, name) => Reflect.get(Object(one), name), value);
}
