import { z } from "zod";

/** An answer of the service. `body` is `undefined` when the text is not JSON. */
export type Answer = {
  /** Method and path, such as `POST /reservation/`. */
  readonly call: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: unknown;
};

/** Ends a check: the service does otherwise than the statement says. */
export class Violation extends Error {
  readonly expected: string;
  readonly came: string;
  readonly answer: Answer | undefined;

  constructor(expected: string, came: string, answer?: Answer) {
    super(`expected ${expected}, and ${came} came`);
    this.expected = expected;
    this.came = came;
    this.answer = answer;
  }
}

/** Ends a check: the statement does not apply here, with the reason. */
export class NotApplicable extends Error {}

export const notOffered = (what: string): NotApplicable => new NotApplicable(`not offered: ${what}`);

/** Throws a Violation unless the condition is met. */
export function expect(isMet: boolean, answer: Answer, expected: string, came: unknown): asserts isMet {
  if (!isMet) throw new Violation(expected, shown(came), answer);
}

export function expectStatus(answer: Answer, ...statuses: readonly number[]): void {
  expect(statuses.includes(answer.status), answer, `status ${statuses.join(" or ")}`, answer.status);
}

/** Throws a Violation unless a field of the answer, such as `status`, has one of these values. */
export function expectField(answer: Answer, name: string, ...values: readonly unknown[]): void {
  const found = fieldOf(answer.body, name);
  expect(values.includes(found), answer, `${name} ${values.map(shown).join(" or ")}`, found ?? answer.status);
}

/** Throws a Violation unless the answer is a success of a call that states it by `successful`, or has none. */
export function expectSuccess(answer: Answer): void {
  const successful = fieldOf(answer.body, "successful");
  if (answer.status !== 200 || successful === false)
    throw new Violation("success", `status ${answer.status}, successful ${shown(successful)}`, answer);
}

/** Returns whether an answer refuses: a 4xx, or `successful: false`. */
export function isRefusal({ status, body }: Answer): boolean {
  return (status >= 400 && status < 500) || fieldOf(body, "successful") === false;
}

export function expectRefusal(answer: Answer, of = "a refusal"): void {
  expect(isRefusal(answer), answer, of, answer.body);
}

/** Returns the code of the first reason of a refusal. */
export const codeOf = (answer: Answer): unknown => fieldOf(answer.body, "errors", 0, "code");

/** Throws a Violation unless the answer refuses with this code; NotApplicable where a service has no codes. */
export function expectCode(answer: Answer, code: string): void {
  expectRefusal(answer, `a refusal with ${code}`);
  if (codeOf(answer) === undefined) throw notOffered("no codes");
  expect(codeOf(answer) === code, answer, code, codeOf(answer));
}

/** Returns the value parsed. Throws a Violation that names the first part with another shape. */
export function expectShape<T>(answer: Answer, schema: z.ZodType<T>, value: unknown, name = ""): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [issue] = error.issues;
  const path = [name, ...(issue?.path ?? []).map(String)].filter((part) => part !== "");
  const came = fieldOf(value, ...((issue?.path ?? []) as readonly (string | number)[]));
  throw new Violation(`${path.join(".") || "the body"}: ${issue?.message}`, shown(came), answer);
}

export type Fields = Readonly<Record<string, z.ZodType>>;

/**
 * Throws a Violation unless the object has the fields in these shapes. Optional ones may be absent or null; returns a
 * remark that names those that are absent.
 */
export function expectFields(answer: Answer, value: unknown, required: Fields, optional: Fields = {}) {
  const found = expectShape(answer, z.looseObject({}), value);
  for (const [name, schema] of Object.entries(required)) expectShape(answer, schema, found[name], name);
  for (const [name, schema] of Object.entries(optional)) expectShape(answer, schema.nullish(), found[name], name);
  const absent = Object.keys(optional).filter((name) => found[name] === undefined);
  return absent.length === 0 ? undefined : `absent: ${absent.join(", ")}`;
}

/** Throws NotApplicable when a service does not have the call. Only for a resource that exists. */
export function requireOffered(answer: Answer): void {
  if (answer.status === 403) throw new NotApplicable(`this user may not: ${answer.call} answered 403`);
  if ([404, 405, 501].includes(answer.status)) throw notOffered(`${answer.call} answered ${answer.status}`);
}

/** Throws NotApplicable unless the answer has the status that an extension fixes. */
export function requireExtensionStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw notOffered(`${answer.call} answered ${answer.status} instead of ${status}`);
}

/** Returns a function that runs once, however often it is called. Its error is thrown each time. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/**
 * Returns what a preparatory step returns. When the step itself violates a statement, that statement fails, and the checks
 * that build on it do not apply.
 */
export async function prepared<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Violation) throw new NotApplicable(`a step before it failed: ${error.message}`);
    throw error;
  }
}

/** Returns a value in full. `runStatements` cuts it, once secrets are masked. */
function shown(value: unknown): string {
  return value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
}

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
