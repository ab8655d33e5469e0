import type { z } from "zod";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import type { Access } from "./access.ts";
import type { ErrorRow } from "./error-rows.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a handler receives: every part is parsed, and the caller has the access that the call needs. */
export type ParsedRequest<Params, Query, Body, Around extends World = World> = {
  readonly world: Around;
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it was sent, for amounts that must not pass through a float. Empty where nothing was sent. */
  readonly rawBody: string;
  readonly header: (name: string) => string | undefined;
  /** Returns whether the client has hung up. */
  readonly hasGone: () => boolean;
};

/** A call's answer in its own schema, or an error in the one body that every error has. */
export type Reply<Answer> =
  | { readonly status: 200; readonly body: Answer; readonly headers?: Headers }
  | { readonly status: RefusalStatus; readonly errors: readonly ErrorRow[]; readonly headers?: Headers };

/** A request header that a call reads, beside those that every call needs. */
export type HeaderParameter = { readonly name: string; readonly description: string; readonly example?: string };

type Headers = Readonly<Record<string, string>>;
type RefusalStatus = 400 | 403 | 404 | 409 | 422 | 429 | 503 | 504;

/** One call of the interface. Its routes and its part of the OpenAPI document are both made from this. */
export type Call<Around extends World = World> = {
  readonly method: Method;
  /** Below `/v2`, with `{name}` for a part that varies. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Checked before the body is read. One capability of the list is enough. */
  readonly access: Access;
  readonly headers?: readonly HeaderParameter[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Absent: nothing, or `{}`. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  handle(asked: ParsedRequest<unknown, unknown, unknown, Around>): Promise<Reply<unknown>>;
};

type Nothing = Readonly<Record<string, never>>;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Nothing;

/** Declares a call so that the handler sees the types of its own schemas. */
export const declareCall = declareCallIn<World>();

/** Returns `declareCall` for handlers that need more of the world than every call does. */
export function declareCallIn<Around extends World>() {
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
    readonly headers?: readonly HeaderParameter[];
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly answer: Answer;
    handle(asked: ParsedRequest<Parsed<Params>, Parsed<Query>, Parsed<Body>, Around>): Promise<Reply<z.input<Answer>>>;
  }): Call<Around> => {
    const { params, query, body, ...rest } = call;
    return { ...rest, ...(params && { params }), ...(query && { query }), ...(body && { body }) } as Call<Around>;
  };
}

export function answer<Answer>(body: Answer, headers: Headers = {}): Reply<Answer> {
  return { status: 200, body, headers };
}

export function refuse(status: RefusalStatus, errors: readonly ErrorRow[], headers: Headers = {}): Reply<never> {
  return { status, errors, headers };
}

/** Returns 404. What is missing and what belongs to another account get the same answer, so that no account learns of another's data. */
export function missing(path: string, what: string): Reply<never> {
  return refuse(404, [{ path, code: "NOT_FOUND", message: `There is no such ${what}.` }]);
}
