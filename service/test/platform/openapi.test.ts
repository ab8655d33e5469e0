import assert from "node:assert/strict";
import test from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CALLS } from "#src/calls.ts";
import { describeCalls, exampleOf, openApiDocument } from "#src/platform/http/openapi/document.ts";
import { inlineRefs } from "#test/platform/inline-refs.ts";

type Media = {
  readonly content: { readonly "application/json": { readonly schema: object; readonly example?: unknown } };
};
type Operation = {
  readonly tags?: readonly string[];
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media & { readonly headers?: object }>>;
};

const ALL = [...CALLS, describeCalls(CALLS).call];
const document = openApiDocument(ALL);
const inline = inlineRefs(document);
const operations = Object.entries(inline.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, of]) => ({ named: `${method} ${path}`, ...(of as unknown as Operation) })),
);

/** Formats are annotations in JSON Schema, and the zod schemas check them. */
const validator = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** Returns the errors of an example by the JSON Schema of the document. */
function faultsOf({ schema, example }: Media["content"]["application/json"]): readonly string[] {
  const validate = validator.compile(schema);
  return validate(example)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("has an example of every call that is valid by its own schemas", () => {
  for (const call of ALL) {
    const named = `${call.method} ${call.path}`;
    const example = exampleOf(call);
    assert.ok(example, `${named}: add it to examples.json`);
    const inAddress = Object.fromEntries(Object.entries(example.params ?? {}).map(([name, of]) => [name, String(of)]));
    call.params?.parse(inAddress);
    call.body?.parse(example.body ?? {});
    call.answer.parse(example.answer);
  }
});

test("has only examples that are valid by the JSON Schema in the document", () => {
  for (const { named, requestBody, responses } of operations) {
    const answer = responses["200"]?.content["application/json"];
    const body = requestBody?.content["application/json"];
    for (const media of [answer, body]) if (media) assert.deepEqual(faultsOf(media), [], named);
    assert.notEqual(answer?.example, undefined, named);
    assert.equal(body !== undefined && body.example === undefined, false, named);
  }
});

test("documents Idempotency-Key, Retry-After and WWW-Authenticate where they occur", () => {
  const pay = operations.find(({ named }) => named === "post /cart/{key}/payment");
  const read = operations.find(({ named }) => named === "get /event/{id}");
  assert.ok(pay);
  assert.ok(pay.parameters.some((one) => one.name === "Idempotency-Key" && one.in === "header" && one.example));
  for (const { named, responses } of operations) {
    assert.deepEqual(Object.keys(responses["401"]?.headers ?? {}), ["WWW-Authenticate"], named);
    for (const status of ["429", "503"])
      assert.deepEqual(Object.keys(responses[status]?.headers ?? {}), ["Retry-After"], `${named} ${status}`);
  }
  assert.deepEqual(Object.keys(pay.responses["409"]?.headers ?? {}), ["Retry-After"]);
  assert.deepEqual(Object.keys(pay.responses["200"]?.headers ?? {}), ["Idempotency-Replayed"]);
  assert.equal(read?.responses["409"], undefined, "only payments have an idempotency key");
});
