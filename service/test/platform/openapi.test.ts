import assert from "node:assert/strict";
import test from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CALLS } from "#src/calls.ts";
import { describeCalls, exampleOf, openApiDocument } from "#src/platform/http/openapi/document.ts";
import { inlineRefs } from "#test/platform/contents.ts";

type Media = {
  readonly content: { readonly "application/json": { readonly schema: object; readonly example?: unknown } };
};
type Operation = {
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
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
