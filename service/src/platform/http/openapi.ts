import { z } from "zod";
import { describeAccess, securityOf } from "./access.ts";
import { answer, type Call, declareCall, type HeaderParameter } from "./call.ts";
import { MOUNTS } from "./content-type.ts";
import { CODES } from "./error-rows.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

const REFUSALS = {
  "400": "A field is missing, unknown or of the wrong shape",
  "401": "No user, or an unknown one",
  "403": "The user has none of the capabilities of which the call needs one",
  "404": "Missing, gone, or another account's",
  "405": "Not a method of this address",
  "409": "A payment with this Idempotency-Key is under way",
  "413": "A body over 1 MiB",
  "415": "The content type was not stated",
  "422": "This Idempotency-Key was used for another payment",
  "429": "Too many failures: try again after the time named. A payment was not charged",
  "503": "Busy: try again after the time named",
  "504": "What became of a payment is not known yet: read the sale back",
} as const;

const BASIC = "A user's name, with their password or one of their access tokens (POST /user/token).";

/** The call that describes every call, itself included. */
export function declareOpenApi(calls: readonly Call[]): Call {
  const itself = declareCall({
    method: "GET",
    path: "/openapi",
    summary: "This description, at openapi.json",
    access: "ANY_USER",
    answer: z.looseObject({ openapi: z.string() }),
    handle: async () => answer(document),
  });
  const document = openApiDocument([...calls, itself]);
  return itself;
}

/** An OpenAPI 3.1 document, made from the very schemas that validate and serialise. */
export function openApiDocument(calls: readonly Call[]) {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of calls) {
    const path = call.path === "/openapi" ? "/openapi.json" : call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Ticketing service", version: "2.5", description: "Sells tickets to events, and admits them once." },
    servers: MOUNTS.map((url) => ({ url })),
    security: [{ basic: [] }],
    paths,
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic", description: BASIC } },
      schemas: { Error: ERROR },
    },
  };
}

function operation(call: Call): JsonSchema {
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replaceAll(/[{}]/g, "").replaceAll(/\/+(\w?)/g, (_, letter) => letter.toUpperCase())}`,
    summary: call.summary,
    description: `For ${describeAccess(call.access)}.`,
    security: securityOf(call.access),
    parameters: [
      ...parameters(call.params, "path"),
      ...parameters(call.query, "query"),
      ...(call.headers ?? []).map(headerParameter),
    ],
    ...(call.method !== "GET" && { requestBody: requestBody(call) }),
    responses: {
      "200": { description: "Done", content: json(jsonSchemaOf(call.answer, "output")) },
      ...Object.fromEntries(Object.entries(REFUSALS).map(([status, description]) => [status, refusal(description)])),
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query") {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as {
    readonly properties?: Record<string, JsonSchema>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: of,
  }));
}

function headerParameter({ name, description }: HeaderParameter) {
  return { name, in: "header", required: false, description, schema: { type: "string" } };
}

function requestBody({ body }: Call) {
  const schema = jsonSchemaOf(body ?? z.strictObject({}), "input");
  return { required: body !== undefined, content: json(schema) };
}

function refusal(description: string) {
  return { description, content: json({ $ref: "#/components/schemas/Error" }) };
}

function json(schema: JsonSchema) {
  return { "application/json": { schema } };
}

const ERROR = jsonSchemaOf(
  z.object({
    successful: z.literal(false),
    messages: z.array(z.string()),
    errors: z.array(
      z.object({
        path: z.string(),
        code: z.enum(CODES),
        message: z.string(),
        ticketType: z.int().optional(),
        left: z.int().optional(),
      }),
    ),
  }),
  "output",
);
