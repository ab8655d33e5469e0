import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import type { Contents } from "#test/platform/contents.ts";
import { arbitraryOf, type Known } from "#test/platform/schema-arbitrary.ts";

export type Operation = {
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
  for (const { method, url, payload } of fc.sample(requests(call, known), { numRuns: runs, seed })) {
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
  await contents.verify();
  return { faults, statuses };
}

type FuzzedCall = { readonly path: string; readonly method: string; readonly operation: Operation };

/** Half of the requests are valid by the document, so that they reach the handlers; half are arbitrary. */
function requests(call: FuzzedCall, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.boolean().chain((isWild) => requestsOf(call, known, isWild));
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
  return successful === false && Array.isArray(messages) && Array.isArray(errors) && errors.length > 0;
}
