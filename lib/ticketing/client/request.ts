import "server-only";

import { type ZodType, z } from "zod";
import { env } from "#lib/env.ts";
import { requestId } from "#lib/telemetry/current-request.ts";
import { count, type LabelsOf, observe } from "#lib/telemetry/metrics.ts";
import { inSpan, traceHeaders } from "#lib/telemetry/span.ts";
import {
  callInWords,
  listedIn,
  PROMOTER_CALLS,
  type PromoterCall,
  SHOP_CALLS,
  type ShopCall,
} from "#lib/ticketing/client/calls.ts";
import { type PromoterCredential, shopAuthorization } from "#lib/ticketing/client/credential.ts";
import {
  type Answer,
  exchange,
  freshConnections,
  keptConnections,
  type Message,
} from "#lib/ticketing/client/exchange.ts";
import {
  CredentialRefused,
  NotPermitted,
  NotSent,
  ServiceBusy,
  TicketingFault,
  UnreadableAnswer,
} from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { mayCall, recordAccepted, recordRefused } from "#lib/ticketing/client/refused-credential.ts";
import { describeUnreadable, recordReadable, recordUnreadable } from "#lib/ticketing/client/unreadable.ts";
import { type Refused, refused } from "#lib/ticketing/wire/purchase/refusals.ts";

/**
 * The call's name in `calls.ts` and in a fault: the path contains keys. The name decides whose credential is sent: a promoter's call has
 * theirs, and a call of the shop cannot have it.
 */
export type NamedCall =
  | { readonly name: ShopCall; readonly as?: never }
  | { readonly name: PromoterCall; readonly as: PromoterCredential };

type Options = {
  readonly method: Message["method"];
  readonly path: Path;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
  readonly connections?: "kept" | "fresh";
  /** Whether it is retried; by default a read is. Not a GET that does something, and a write that is done once however often it is sent. */
  readonly isRepeated?: boolean;
};

type RequestOptions = NamedCall & Options;

type CallWithoutAnswer<T> = NamedCall &
  Omit<Options, "path"> & {
    /** `undefined` for a path with an invalid part, whose resource cannot exist. */
    readonly path: Path | undefined;
    /**
     * The schema of a refusal, with any 4xx but 401, 404, 408 and 429, and also where its body does not say so; without the schema
     * a 4xx is a fault.
     */
    readonly refusal?: ZodType<T>;
    /** The statuses for which the call returns `undefined`; by default 404. */
    readonly missing?: readonly number[];
    /** What the call returns for a 404 that is a refusal: the service has the call, and not this resource. */
    readonly gone?: T;
  };

export type Call<T> = CallWithoutAnswer<T> & { readonly answer: ZodType<T> };

export type WithHeaders<T> = { readonly value: T; readonly headers: Answer["headers"] };

/**
 * Sends a call to the service and returns its parsed response; `undefined` for 404 and without a path. Throws TicketingFault
 * otherwise.
 */
export async function request<T>(call: Call<T>): Promise<T | undefined> {
  return (await requestWithHeaders(call))?.value;
}

const NOT_FOUND: Refused = { errors: [{ path: "", code: "NOT_FOUND", ticketType: undefined, left: undefined }] };

/**
 * Sends a call whose status is enough. Returns `accepted`, or what `refusal` makes of the service's refusal. A 404 and a
 * missing path are the refusal NOT_FOUND.
 */
export async function requestOrRefusal<T>(
  call: CallWithoutAnswer<T>,
  accepted: T,
  refusal: (no: Refused) => T,
): Promise<T> {
  const no = refused.transform(refusal);
  const yes = z.unknown().transform(() => accepted);
  return (await request({ ...call, answer: no.or(yes), refusal: no })) ?? refusal(NOT_FOUND);
}

/** Like `request`, with the response headers. */
export async function requestWithHeaders<T>({
  answer,
  refusal,
  missing = [404],
  gone,
  path,
  ...options
}: Call<T>): Promise<WithHeaders<T> | undefined> {
  if (path === undefined) return undefined;
  const { status, body, headers } = await send({ ...options, path });
  const call = callInWords(options.name, options.method, path);
  if (missing.includes(status)) {
    recordReadable(call);
    const isGone = gone !== undefined && status === 404 && refused.safeParse(body).success;
    return isGone ? { value: gone, headers } : undefined;
  }
  if (refusal && isRefusal(status)) {
    const said = refusal.safeParse(body);
    const no = said.success ? said : refusal.safeParse(UNEXPLAINED);
    if (no.success) return { value: no.data, headers };
  }
  if (status === 403 && options.as !== undefined) throw new NotPermitted(`${options.name} failed with 403.`);
  if (status < 200 || status > 299) {
    const isServiceAtLimit = status === 503 && hasCode(body, "BUSY");
    throw new TicketingFault(`${options.name} failed with ${status}.`, { isServiceAtLimit });
  }
  const parsed = answer.safeParse(body);
  if (parsed.success) {
    recordReadable(call);
    return { value: parsed.data, headers };
  }
  const found = recordUnreadable(call, body, parsed.error);
  const Fault = body === undefined ? TicketingFault : UnreadableAnswer;
  throw new Fault(`${options.name} cannot be read: ${describeUnreadable(found)}.`);
}

/** A refusal without a body that says so. */
const UNEXPLAINED = { successful: false };

/** Returns whether the service understood a call and did nothing. After 408 it may have. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

/**
 * Sends a call and returns the response unparsed. A read is retried once, within the same time limit; a write is not, unless the
 * call says otherwise.
 */
export async function send(options: RequestOptions): Promise<Answer> {
  const { name: call } = options;
  const begun = performance.now();
  try {
    const answer = await sendOnce(options);
    count(CALLS, { call, outcome: answer.status < 300 ? "ok" : outcomeOfStatus(answer.status) });
    return answer;
  } catch (fault) {
    count(CALLS, { call, outcome: outcomeOfFault(fault) });
    throw fault;
  } finally {
    observe("foyer_storefront_service_seconds", { call }, (performance.now() - begun) / MS_PER_SECOND);
  }
}

const CALLS = "foyer_storefront_service_calls_total";
const MS_PER_SECOND = 1_000;
type Outcome = LabelsOf<typeof CALLS>["outcome"];

function outcomeOfStatus(status: number): Outcome {
  return status < 500 ? "refused" : "failed";
}

function outcomeOfFault(fault: unknown): Outcome {
  if (fault instanceof CredentialRefused) return "credential";
  if (fault instanceof ServiceBusy) return "busy";
  return fault instanceof NotSent ? "not_sent" : "no_answer";
}

async function sendOnce(options: RequestOptions): Promise<Answer> {
  const { name, method, as, isRepeated = method === "GET" } = options;
  if (as === undefined && !mayCall(Date.now())) throw new NotSent(`${name} was not sent: the credential is refused.`);
  assertListed(options);
  const answer = await inSpan(`call ${name}`, { "foyer.call": name, "http.request.method": method }, async (span) => {
    const message = messageOf(options);
    const received = isRepeated ? await sendWithRetry(message) : await exchange(message);
    span.set({ "http.response.status_code": received.status });
    return received;
  });
  if (answer.status === 401) {
    if (as === undefined) recordRefused(Date.now());
    throw new CredentialRefused(`${name} failed with 401.`, hasCode(answer.body, "SECOND_FACTOR_REQUIRED"));
  }
  if (answer.status === 429)
    throw new ServiceBusy(`${name} failed with 429.`, {
      isServiceAtLimit: hasCode(answer.body, "BUSY"),
      retryAfter: answer.headers["retry-after"],
    });
  if (as === undefined) recordAccepted();
  return answer;
}

async function sendWithRetry(message: Message): Promise<Answer> {
  try {
    const answer = await exchange(message);
    if (answer.status < 502 || answer.status > 504) return answer;
  } catch (fault) {
    if (!(fault instanceof TicketingFault) || message.signal.aborted) throw fault;
  }
  return exchange(message);
}

function messageOf({ name, method, path, body, headers, limitMs, as, connections = "kept" }: RequestOptions): Message {
  return {
    name,
    method,
    url: `${env().TICKETING_URL}${path}`,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      // The spelling of the interface; a service may read either header.
      Accepts: "application/json",
      // Some firewalls refuse a request without it.
      "User-Agent": "Foyer",
      Authorization: as?.authorization() ?? shopAuthorization(),
      ...as?.visitorHeaders(),
      ...sentRequestId(),
      ...traceHeaders(),
      ...headers,
    },
    body: method === "GET" ? null : JSON.stringify(body ?? {}),
    signal: AbortSignal.timeout(limitMs ?? limitFor(method)),
    dispatcher: connections === "fresh" ? freshConnections() : keptConnections(),
  };
}

/** Returns the header by which the service logs a call under the id of the page or action that made it. */
function sentRequestId(): Readonly<Record<string, string>> {
  const id = requestId();
  return id === undefined ? {} : { "X-Request-Id": id };
}

const errorCodes = z.object({ errors: z.array(z.looseObject({ code: z.string() })) });

function hasCode(body: unknown, wanted: string): boolean {
  return errorCodes.safeParse(body).data?.errors.some(({ code }) => code === wanted) ?? false;
}

let lists: Readonly<Record<"shop" | "promoter", ReturnType<typeof listedIn>>> | undefined;

/** Throws unless the call is listed with this method and path: no other is sent with the credential of its list. */
function assertListed({ name, method, path, as }: RequestOptions): void {
  const account = env().TICKETING_ACCOUNT;
  lists ??= { shop: listedIn(SHOP_CALLS, account), promoter: listedIn(PROMOTER_CALLS, account) };
  const isListed = as === undefined ? lists.shop : lists.promoter;
  if (!isListed(name, method, path)) throw new Error(`${name} is not the ${method} that calls.ts lists.`);
}

/** Longer than the service lets a reservation wait, eight seconds. */
const WRITE_MS = 10_000;

function limitFor(method: Message["method"]): number {
  return method === "GET" ? env().TICKETING_READ_MS : writeLimitMs();
}

/** Returns the timeout of a write. */
export function writeLimitMs(): number {
  return Math.max(WRITE_MS, env().TICKETING_READ_MS);
}
