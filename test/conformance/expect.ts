import type { z } from "zod";
import type { Answer } from "./client.ts";
import { NotApplicable, Violation } from "./verdict.ts";

/** Throws a Violation unless the answer has one of these statuses. */
export function expectStatus(answer: Answer, ...statuses: readonly number[]): void {
  if (!statuses.includes(answer.status))
    throw new Violation(`status ${statuses.join(" or ")}`, `status ${answer.status}`, answer);
}

/** Throws a Violation unless the condition is met. */
export function expect(isMet: boolean, answer: Answer, expected: string, came: unknown): asserts isMet {
  if (!isMet) throw new Violation(expected, shown(came), answer);
}

/** Returns the value parsed. Throws a Violation that names the first part with another shape. */
export function expectShape<T>(answer: Answer, schema: z.ZodType<T>, value: unknown = answer.body, name = ""): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [issue] = error.issues;
  const path = [name, ...(issue?.path ?? []).map(String)].filter((part) => part !== "");
  const came = (issue?.path ?? []).reduce<unknown>((one, part) => Reflect.get(Object(one), part), value);
  throw new Violation(`${path.join(".") || "the body"}: ${issue?.message}`, shown(came), answer);
}

type Fields = Readonly<Record<string, z.ZodType>>;

/**
 * Throws a Violation unless the object has the fields in these shapes. Optional ones may be absent or null; returns a remark
 * that names those.
 */
export function expectFields(answer: Answer, value: unknown, required: Fields, optional: Fields = {}) {
  const found = expectObject(answer, value);
  for (const [name, schema] of Object.entries(required)) expectShape(answer, schema, found[name], name);
  return remarkOnAbsent(answer, found, optional);
}

/** Like `expectFields`, for the fields of an extension: throws NotApplicable when the object has none of them. */
export function expectExtensionFields(answer: Answer, value: unknown, fields: Fields) {
  const found = expectObject(answer, value);
  const names = Object.keys(fields);
  if (names.every((name) => found[name] === undefined))
    throw new NotApplicable(`extension not offered: ${answer.call} has none of ${names.join(", ")}`);
  for (const [name, schema] of Object.entries(fields))
    if (found[name] !== undefined) expectShape(answer, schema, found[name], name);
  const absent = names.filter((name) => found[name] === undefined);
  return absent.length === 0 ? undefined : `absent: ${absent.join(", ")}`;
}

function remarkOnAbsent(answer: Answer, found: Readonly<Record<string, unknown>>, fields: Fields) {
  const names = Object.keys(fields).filter((name) => found[name] === undefined);
  for (const [name, schema] of Object.entries(fields))
    if (found[name] !== undefined && found[name] !== null) expectShape(answer, schema, found[name], name);
  return names.length === 0 ? undefined : `absent: ${names.join(", ")}`;
}

function expectObject(answer: Answer, value: unknown): Readonly<Record<string, unknown>> {
  expect(typeof value === "object" && value !== null && !Array.isArray(value), answer, "an object", value);
  return value as Readonly<Record<string, unknown>>;
}

/** Throws NotApplicable when a service does not have the call. Only for a resource that exists. */
export function requireOffered(answer: Answer): void {
  if (answer.status === 403) throw new NotApplicable(`this user may not: ${answer.call} answered 403`);
  if ([404, 405, 501].includes(answer.status))
    throw new NotApplicable(`extension not offered: ${answer.call} answered ${answer.status}`);
}

/** Throws NotApplicable for an optional part of the interface that the service does not have. */
export function requireServed(answer: Answer): void {
  if ([403, 404, 405, 501].includes(answer.status))
    throw new NotApplicable(`the service has no such call for this user: ${answer.call} answered ${answer.status}`);
}

/** Throws NotApplicable unless the answer has the status that an extension fixes. */
export function requireExtensionStatus(answer: Answer, status: number): void {
  if (answer.status !== status)
    throw new NotApplicable(`extension not offered: ${answer.call} answered ${answer.status} instead of ${status}`);
}

/** Returns a value in full. `runStatements` cuts it, once secrets are masked. */
export function shown(value: unknown): string {
  return value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
}
