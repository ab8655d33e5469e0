import { z } from "zod";
import {
  answer,
  type Call,
  declareCall,
  describeAccess,
  type HeaderParameter,
  securityOf,
} from "#src/platform/http/call.ts";
import { MOUNTS } from "#src/platform/http/json-request.ts";
import { staleBody } from "#src/platform/http/stale-version.ts";
import EXAMPLES from "./examples.json" with { type: "json" };
import { answerHeadersOf, errorBody, RESPONSE_HEADERS, refusalComponents, refusalsOf } from "./responses.ts";
import { componentsOf, type JsonSchema, jsonSchemaOf, named } from "./schemas.ts";

const BASIC = "A user's name, with their password or one of their access tokens (POST /user/token).";
const DESCRIPTION = `Sells tickets to events and admits each ticket once.

- **Sign in** with HTTP Basic on every call. Each call lists its capabilities; the user needs one of them. \`MANAGE\` includes \`ORDERS\` and \`REPORTS\`.
- **State the content type**: send \`Content-Type\` and \`Accept\` as \`application/json\`, or end the address of a GET in \`.json\`.
- **Errors** share one body, \`Error\`, with a row for each field. \`Retry-After\` is in seconds.
- **Changes** may name the \`version\` that was read. When the thing has changed since, the answer is 409 with \`current\` and \`changed\`.
- **Payments** accept an \`Idempotency-Key\`: when an answer is lost, send the same key and body again, or read the sale.`;
const NOTHING = named("Nothing", z.strictObject({}));

type Example = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly answer: unknown;
};
type RefTo = ReturnType<typeof componentsOf>["refTo"];

/** Returns the OpenAPI document of these calls, and the call that serves it, which the document includes. */
export function describeCalls(calls: readonly Call[]): { readonly call: Call; readonly document: object } {
  const call = declareCall({
    method: "GET",
    path: "/openapi",
    summary: "This description, at openapi.json",
    access: "ANY_USER",
    answer: z.looseObject({ openapi: z.string() }),
    handle: async () => answer(document),
  });
  const document = openApiDocument([...calls, call]);
  return { call, document };
}

/** Returns an OpenAPI 3.1 document, made from the schemas that validate requests and serialise answers. */
export function openApiDocument(calls: readonly Call[]) {
  const { schemas, refTo } = componentsOf([
    { schema: errorBody, io: "output", name: "Error" },
    { schema: staleBody, io: "output", name: "Conflict" },
    ...calls.flatMap((call) => [
      ...(call.method === "GET"
        ? []
        : [{ schema: bodyOf(call), io: "input", name: `${nameOf(call)}Request` } as const]),
      { schema: call.answer, io: "output", name: `${nameOf(call)}Response` } as const,
    ]),
  ]);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of calls) {
    const path = call.path === "/openapi" ? "/openapi.json" : call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, refTo) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Ticketing service", version: "2.5", description: DESCRIPTION },
    servers: MOUNTS.map((url) => ({ url })),
    security: [{ basic: [] }],
    tags: DOCUMENT_TAGS,
    paths,
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic", description: BASIC } },
      schemas,
      responses: refusalComponents(refTo(errorBody, "output"), refTo(staleBody, "output")),
      headers: RESPONSE_HEADERS,
    },
  };
}

/** Returns the call's example, or `undefined` for a call without one. */
export function exampleOf({ method, path }: Pick<Call, "method" | "path">): Example | undefined {
  return (EXAMPLES as Readonly<Record<string, Example>>)[`${method} ${path}`];
}

function operation(call: Call, refTo: RefTo): JsonSchema {
  const example = exampleOf(call);
  const tag = tagOf(call.path);
  const id = nameOf(call);
  return {
    operationId: id.charAt(0).toLowerCase() + id.slice(1),
    ...(tag && { tags: [tag] }),
    summary: call.summary,
    description: `For ${describeAccess(call.access)}.`,
    security: securityOf(call.access),
    parameters: [
      ...parameters(call.params, "path", example?.params),
      ...parameters(call.query, "query"),
      ...(call.headers ?? []).map(headerParameter),
    ],
    ...(call.method !== "GET" && {
      requestBody: {
        required: call.body !== undefined,
        content: json(refTo(bodyOf(call), "input"), example && (example.body ?? {})),
      },
    }),
    responses: {
      "200": {
        description: "Done",
        ...answerHeadersOf(call),
        content: json(refTo(call.answer, "output"), example?.answer),
      },
      ...refusalsOf(call),
    },
  };
}

/** Returns the call's name in components, such as `PutEventId`. */
function nameOf({ method, path }: Call): string {
  const words = path.replaceAll(/[{}]/g, "").split("/").filter(Boolean);
  return [method.toLowerCase(), ...words].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function bodyOf({ body = NOTHING }: Call): z.ZodType {
  return body;
}

function parameters(
  schema: z.ZodType | undefined,
  place: "path" | "query",
  examples: Readonly<Record<string, unknown>> = {},
) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as {
    readonly properties?: Record<string, JsonSchema>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
    ...(name in examples && { example: examples[name] }),
  }));
}

function headerParameter({ name, description, example }: HeaderParameter) {
  return { name, in: "header", required: false, description, schema: { type: "string" }, ...(example && { example }) };
}

function json(schema: JsonSchema, example: unknown) {
  return { "application/json": { schema, ...(example !== undefined && { example }) } };
}

/** The tags in the order of the document. A call has the first tag whose pattern matches its path. */
const TAGS: readonly { readonly name: string; readonly description: string; readonly path: RegExp }[] = [
  {
    name: "Search",
    description: "Published events and dates: lists, filters, calendar, and what changed",
    path: /^\/(account\/\{id\}\/(events|eventSummaries|eventDates|eventIndex|facets)|changes)$/,
  },
  { name: "Offerings", description: "What is on sale now, and prices before reserving", path: /^\/(offering|quote)\b/ },
  {
    name: "Reservations",
    description: "Tickets that are reserved for one buyer until they are paid for or the reservation expires",
    path: /^\/reservation\b/,
  },
  {
    name: "Waiting list",
    description: "Places in line for tickets that come back, and their offers",
    path: /^\/(waitingList\b|(event|eventDate)\/\{id\}\/waitingList$)/,
  },
  { name: "Carts", description: "Reservations that are paid together", path: /^\/cart\b/ },
  {
    name: "Orders",
    description: "Paid sales and receipts",
    path: /^\/(order|payment|refundJob|refundRequest|account\/\{id\}\/refundRequests)\b/,
  },
  { name: "Admissions", description: "Tickets, their guests, and the door", path: /^\/admission\b/ },
  {
    name: "Events",
    description: "Events, their dates and their groups",
    path: /^\/(event|eventDate|eventGroup|account\/\{id\}\/(allevents|eventgroups))\b(?!.*\/(additionalFields|masterTickets|offeringCopies)$)/,
  },
  {
    name: "Ticket types",
    description: "Ticket types, and the master tickets that several of them follow",
    path: /^\/(ticketType|masterTicket|event\/\{id\}\/masterTickets)\b/,
  },
  {
    name: "Questions and texts",
    description: "Questions to buyers and guests, and texts between the ticket types of an offering",
    path: /^\/(additionalField|offeringCopy|event\/\{id\}\/(additionalFields|offeringCopies))\b/,
  },
  {
    name: "Discounts",
    description: "Discounts, multipacks and codes",
    path: /^\/(account\/\{id\}\/)?(discount|festivalDiscount|multipack|code)s?\b/,
  },
  {
    name: "Vouchers",
    description: "Amounts paid in advance that pay a part of a cart, or all of it",
    path: /^\/(account\/\{id\}\/)?voucher(Return)?s?\b/,
  },
  {
    name: "Venues",
    description: "Venues, their sections, and the configurations that are sold",
    path: /^\/(venue|venueSection|venueConfiguration|account\/\{id\}\/(venues|venueSummaries))\b/,
  },
  {
    name: "Users",
    description:
      "Users, their capabilities, their access tokens, invitations and other mailed links, and what the office did",
    path: /^\/(user|invitation|mailLink|account\/\{id\}\/(users|invitations|auditLog))\b/,
  },
  {
    name: "Links",
    description: "Websites that show embeds, links with their results, and what partners see of these",
    path: /^\/(site|link|partner|account\/\{id\}\/(sites|links))\b/,
  },
  {
    name: "Messages",
    description: "Messages to buyers that were sent, wait or were given up",
    path: /^\/(account\/\{id\}\/(messages|deadMessages)|message)\b/,
  },
  {
    name: "Sources",
    description: "What links, embeds and campaigns opened and sold",
    path: /^\/(sources|account\/\{id\}\/sources)\b/,
  },
  { name: "Account", description: "The organisation that owns the events", path: /^\/account\/\{id\}/ },
  { name: "Interface", description: "This description", path: /^\/openapi$/ },
];

/** Returns the tag of the call with this path, or `undefined` when none matches. */
function tagOf(path: string): string | undefined {
  return TAGS.find((tag) => tag.path.test(path))?.name;
}

const DOCUMENT_TAGS = TAGS.map(({ name, description }) => ({ name, description }));
