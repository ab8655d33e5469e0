import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { errorRow } from "#src/platform/http/error-rows.ts";
import type { Contents } from "./one-of-everything.ts";

type Operation = {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: unknown } } };
};

export type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

type FuzzRequest = { readonly method: string; readonly url: string; readonly payload: string };

/** Sends many requests to one call and returns what it should not have done. */
export async function fuzzCall(
  app: FastifyInstance,
  contents: Contents,
  call: {
    readonly path: string;
    readonly method: string;
    readonly operation: Operation;
    readonly authorization: string;
  },
  { known, runs, seed }: { readonly known: Known; readonly runs: number; readonly seed: number },
): Promise<{ readonly faults: readonly string[]; readonly statuses: readonly number[] }> {
  const faults: string[] = [];
  const statuses: number[] = [];
  let before = await contents.digest();
  for (const { method, url, payload } of samplesOf(call, known, runs, seed)) {
    const response = await app.inject({
      method: method as "GET",
      url,
      headers: { authorization: call.authorization, "content-type": "application/json", accept: "application/json" },
      ...(method !== "GET" && { payload }),
    });
    const after = await contents.digest();
    const summary = `${method} ${url.slice(0, 200)} ${payload.slice(0, 300)} → ${response.statusCode}`;
    if (response.statusCode >= 500) faults.push(summary);
    if (response.statusCode >= 400 && after !== before) faults.push(`${summary}, and something changed`);
    if (response.statusCode >= 400 && !isErrorBody(response.body)) faults.push(`${summary}, in another body`);
    statuses.push(response.statusCode);
    before = after;
  }
  return { faults, statuses };
}

type FuzzedCall = { readonly path: string; readonly method: string; readonly operation: Operation };

/** Half of the requests are valid by the document, so that they reach the handlers; half are arbitrary. They take turns. */
function samplesOf(call: FuzzedCall, known: Known, runs: number, seed: number): readonly FuzzRequest[] {
  const [valid = [], wild = []] = [false, true].map((isWild) =>
    fc.sample(requestsOf(call, known, isWild), { numRuns: Math.ceil(runs / 2), seed }),
  );
  return valid.flatMap((request, at) => [request, wild[at] ?? request]);
}

function requestsOf({ path, method, operation }: FuzzedCall, known: Known, isWild: boolean): fc.Arbitrary<FuzzRequest> {
  const partsIn = (place: string) => operation.parameters.filter((one) => one.in === place);
  const part = (schema: unknown) =>
    arbitraryOf(schema, known, isWild).map((value) => encodeURIComponent(inAddress(value)));

  const inPath = partsIn("path").map(({ name, schema }) => part(schema).map((value) => [name, value] as const));
  const inQuery = partsIn("query").map(({ name, schema }) =>
    fc.option(part(schema).map((value) => `${name}=${value}`)),
  );
  const schema = operation.requestBody?.content["application/json"].schema ?? {};
  const fits = arbitraryOf(schema, known, isWild).map((value) => JSON.stringify(value));
  const payload = isWild
    ? fc.oneof({ weight: 20, arbitrary: fits }, { weight: 1, arbitrary: fc.constantFrom(...BROKEN) })
    : fits;

  return fc.tuple(fc.tuple(...inPath), fc.tuple(...inQuery), payload).map(([parts, query, payload]) => {
    const at = parts.reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path);
    const search = query.filter((one) => one !== null).join("&");
    return { method: method.toUpperCase(), url: `/v2${at}${search === "" ? "" : `?${search}`}`, payload };
  });
}

const BROKEN = ["", "{", "[]", "null", '{"a":1e400}', '{"__proto__":{"x":1}}', "\u0000", "[".repeat(5_000)] as const;

/** Returns a value as a short part of a path, without unpaired surrogates. */
function inAddress(value: unknown): string {
  return (typeof value === "string" ? value : String(JSON.stringify(value))).toWellFormed().slice(0, 400);
}

function isErrorBody(body: string): boolean {
  const read: unknown = JSON.parse(body);
  const { successful, messages, errors } = Object(read);
  const hasRows = Array.isArray(errors) && errors.length > 0 && errors.every((row) => errorRow.safeParse(row).success);
  return successful === false && Array.isArray(messages) && hasRows;
}

type Schema = Readonly<Record<string, unknown>>;

/** Unexpected values, which every field must survive. */
const NASTY: readonly unknown[] = [
  null,
  true,
  "",
  " ",
  0,
  -1,
  -0,
  0.001,
  1e21,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  2 ** 31,
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udc00",
  "\u202egnp.exe",
  "\u2066",
  "\u0007",
  "\ufeff",
  "é\u0301",
  "1e309",
  "NaN",
  "-1",
  "1; DROP TABLE sale",
  "'\"\\",
  "%00",
  "../../etc/passwd",
  "<script>",
  "💥".repeat(200),
  "29-02-2027T25:00",
  "0000-00-00",
  "9999-12-31",
  "04-12-2099T19:30",
  "2026-12-04T19:30:00+99:99",
  [],
  [null],
  [[[[[[]]]]]],
  {},
  { constructor: { prototype: 1 } },
  { toString: 1 },
  { length: 1e9 },
  "long".repeat(20_000),
];

/** Ids and texts that exist in the test account, so that some paths refer to existing resources. */
type Known = { readonly ids: readonly number[]; readonly texts: readonly string[] };

/** Returns values that are valid by the schema; with `isWild` sometimes invalid ones. */
function arbitraryOf(schema: unknown, known: Known, isWild: boolean): fc.Arbitrary<unknown> {
  const fits = fitting(Object(schema), known, isWild);
  if (!isWild) return fits;
  return fc.oneof({ weight: 12, arbitrary: fits }, { weight: 1, arbitrary: fc.constantFrom(...NASTY) });
}

function fitting(schema: Schema, known: Known, isWild: boolean): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map((one) => arbitraryOf(one, known, isWild)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case "string":
      return text(schema, known);
    case "integer":
      return isWild
        ? fc.oneof(fc.constantFrom(...known.ids), fc.maxSafeInteger())
        : fc.constantFrom(1, 2, ...known.ids);
    case "number":
      return fc.oneof(
        fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100),
        ...(isWild ? [fc.double({ noNaN: true, noDefaultInfinity: true })] : []),
      );
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(arbitraryOf(schema.items, known, isWild), { minLength: isWild ? 0 : 1, maxLength: 3 });
    case "object":
      return object(schema, known, isWild);
    case "null":
      return fc.constant(null);
    default:
      return fc.constantFrom(...NASTY);
  }
}

function text({ pattern, format }: Schema, known: Known): fc.Arbitrary<unknown> {
  if (format === "uri") return fc.constant("https://foyer.example/");
  if (format === "date") return fc.constantFrom("2026-12-04", "2099-12-04");
  return fc.oneof(
    fc.constantFrom(...known.texts),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    ...(typeof pattern === "string" ? [fc.stringMatching(new RegExp(pattern))] : []),
  );
}

type Field = readonly (readonly [name: string, value: unknown])[];

function object(schema: Schema, known: Known, isWild: boolean): fc.Arbitrary<unknown> {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const absent = fc.constant<Field>([]);
  const fields = Object.entries(Object(schema.properties)).map(([name, of]) => {
    const present = arbitraryOf(of, known, isWild).map<Field>((value) => [[name, value]]);
    if (required.has(name) && !isWild) return present;
    return fc.oneof({ weight: required.has(name) ? 30 : 1, arbitrary: present }, { weight: 3, arbitrary: absent });
  });
  const stranger = fc
    .constantFrom("__proto__", "constructor", "nosuchfield", "\u0000")
    .map<Field>((name) => [[name, 1]]);
  const strangers = isWild ? fc.oneof({ weight: 15, arbitrary: absent }, { weight: 1, arbitrary: stranger }) : absent;
  return fc.tuple(...fields, strangers).map((parts) => new Written(parts.flat()));
}

/** An object as a list of fields, so that `__proto__` can be serialised as a field. */
class Written {
  readonly fields: readonly (readonly [string, unknown])[];

  constructor(fields: readonly (readonly [string, unknown])[]) {
    this.fields = fields;
  }

  toJSON(): unknown {
    const written = Object.create(null);
    for (const [name, value] of this.fields) {
      Object.defineProperty(written, name, { value, enumerable: true, configurable: true });
    }
    return written;
  }
}
