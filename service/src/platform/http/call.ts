import type { z } from "zod";
import type { Caller, Capability, TooManyFailures } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type ErrorRow, row } from "./error-rows.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who may make a call: users with at least one of these capabilities, or every user of the account. */
export type Access = readonly [Capability, ...Capability[]] | "ANY_USER";

/** The input of a handler. Every part is parsed, and the caller has the access that the call needs. */
type ParsedRequest<Params, Query, Body, OfRuntime extends Runtime = Runtime> = {
  readonly runtime: OfRuntime;
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The text of the body, for amounts that must not pass through a float. Empty when the request has no body. */
  readonly rawBody: string;
  readonly header: (name: string) => string | undefined;
  /** Checks a secret of the caller in turn with their passwords, delayed after failures. */
  readonly checkSecret: <Result extends { readonly ok: boolean }>(
    check: () => Promise<Result>,
  ) => Promise<Result | TooManyFailures>;
  /** Where the client or the storefront's visitor is. */
  readonly network: string;
  /** Returns whether the client has closed the connection. */
  readonly isDisconnected: () => boolean;
};

/** The answer of a call in its schema, or an error in the body that all errors share. */
export type Reply<Answer> =
  | { readonly status: 200; readonly body: Answer; readonly headers?: Headers }
  | {
      readonly status: RefusalStatus;
      readonly errors: readonly ErrorRow[];
      readonly headers?: Headers;
      /** Further fields of the body. */
      readonly more?: object;
    };

/** A request header that a call reads in addition to those that every call needs. */
export type HeaderParameter = { readonly name: string; readonly description: string; readonly example?: string };

type Headers = Readonly<Record<string, string>>;
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503 | 504;

/** One call of the interface. Its routes and its part of the OpenAPI document are made from this declaration. */
export type Call<OfRuntime extends Runtime = Runtime> = {
  readonly method: Method;
  /** Below `/v2`, with `{name}` for a parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Checked before the body is read. One capability of the list is sufficient. */
  readonly access: Access;
  /** The call takes a caller who has still to prove the second factor. */
  readonly takesFirstFactor?: true;
  /** The plain v2 interface has no such call. */
  readonly isExtension?: true;
  readonly headers?: readonly HeaderParameter[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Absent: the call accepts no body, or `{}`. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  handle(request: ParsedRequest<unknown, unknown, unknown, OfRuntime>): Promise<Reply<unknown>>;
};

type Empty = Readonly<Record<string, never>>;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Empty;

/** Declares a call, with the handler's types inferred from its schemas. */
export const declareCall = declareCallIn<Runtime>();

/** Returns `declareCall` for handlers that need more than `Runtime`, such as the processor. */
export function declareCallIn<OfRuntime extends Runtime>() {
  return <
    Answer extends z.ZodType,
    Params extends z.ZodType | undefined = undefined,
    Query extends z.ZodType | undefined = undefined,
    Body extends z.ZodType | undefined = undefined,
  >(call: {
    readonly method: Method;
    readonly path: `/${string}`;
    readonly summary: string;
    readonly access: Access;
    readonly takesFirstFactor?: true;
    readonly isExtension?: true;
    readonly headers?: readonly HeaderParameter[];
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly answer: Answer;
    handle(
      request: ParsedRequest<Parsed<Params>, Parsed<Query>, Parsed<Body>, OfRuntime>,
    ): Promise<Reply<z.input<Answer>>>;
  }): Call<OfRuntime> => {
    const { params, query, body, ...rest } = call;
    return { ...rest, ...(params && { params }), ...(query && { query }), ...(body && { body }) } as Call<OfRuntime>;
  };
}

export function answer<Answer>(body: Answer, headers: Headers = {}): Reply<Answer> {
  return { status: 200, body, headers };
}

export function refuse(status: RefusalStatus, errors: readonly ErrorRow[], headers: Headers = {}): Reply<never> {
  return { status, errors, headers };
}

/** The header WWW-Authenticate of a 401. */
export const BASIC_SCHEME = 'Basic realm="ticketing", charset="UTF-8"';

/** Returns 404. Missing resources and those of another account get the same answer, so that no account learns of another's data. */
export function missing(path: string, what: string): Reply<never> {
  return refuse(404, [row(path, "no_such_thing", `There is no such ${what}.`)]);
}

export function isAllowed(access: Access, capabilities: ReadonlySet<Capability>): boolean {
  return access === "ANY_USER" || access.some((capability) => capabilities.has(capability));
}

/** Returns "any user of the account", or a list such as "users with PUBLIC, BOX_OFFICE or MANAGE". */
export function describeAccess(access: Access): string {
  if (access === "ANY_USER") return "any user of the account";
  return `users with ${new Intl.ListFormat("en-NZ", { type: "disjunction" }).format(access)}`;
}

/** Returns the `security` of an OpenAPI operation. Each entry is one sufficient role. */
export function securityOf(access: Access): readonly { readonly basic: readonly Capability[] }[] {
  return access === "ANY_USER" ? [{ basic: [] }] : access.map((capability) => ({ basic: [capability] }));
}
