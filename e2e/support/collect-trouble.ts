import { subscribe } from "node:diagnostics_channel";
import type { Browser, BrowserContext, Request, Response } from "@playwright/test";
import type { CallTrouble, Trouble } from "./trouble.ts";

/** Answers of a gateway before the target, or of a target that is overloaded or starts. */
const STATUSES = [429, 502, 503, 504];
/** What a page loads for its function. A missing picture fails no test. */
const RESOURCES = ["document", "fetch", "xhr", "script"];
/** A request that the page or the test itself ended. */
const ENDED_ON_PURPOSE = /aborted|cancel|ERR_FAILED|INTERNET_DISCONNECTED|BLOCKED/i;
const TROUBLE_MAX = 50;

/** The trouble of the running test. A worker runs one test at a time. */
let current: Trouble[] = [];

/** Records trouble of the target that a test found by itself, such as a season that is sold out. */
export function recordTrouble(trouble: Trouble): void {
  if (current.length < TROUBLE_MAX) current.push(trouble);
}

/** Starts a test: forgets what was recorded before. */
export function beginTrouble(): void {
  current = [];
}

/** Returns what was recorded since the test began. */
export function collectedTrouble(): readonly Trouble[] {
  return current;
}

/** Records the trouble of every context of this browser at these origins. */
export function watchBrowser(browser: Browser, origins: readonly string[]): void {
  browser.on("context", (context) => watchContext(context, origins));
}

function watchContext(context: BrowserContext, origins: readonly string[]): void {
  const isOfTarget = (request: Request) =>
    RESOURCES.includes(request.resourceType()) &&
    URL.canParse(request.url()) &&
    origins.includes(originOf(request.url()));

  context.on("response", (response: Response) => {
    if (!STATUSES.includes(response.status()) || !isOfTarget(response.request())) return;
    recordTrouble(ofPage(response.request(), String(response.status()), response.headers()));
  });
  context.on("requestfailed", (request: Request) => {
    const error = request.failure()?.errorText ?? "no answer";
    if (ENDED_ON_PURPOSE.test(error) || !isOfTarget(request)) return;
    recordTrouble(ofPage(request, error));
  });
}

function ofPage(request: Request, answer: string, headers: Readonly<Record<string, string>> = {}): Trouble {
  const { startTime } = request.timing();
  // A request that failed before it was sent has no times.
  const begun = startTime > 0 ? startTime : Date.now();
  return troubleOf({ method: request.method(), path: pathOf(request.url()), answer, begun, headers });
}

/** Records the trouble of every request that Node itself sends: the suite's clients, and Playwright's API requests. */
export function watchNode(origins: readonly string[]): void {
  const begun = new WeakMap<object, number>();

  subscribe("undici:request:create", (message) => begun.set(Object(message).request, Date.now()));
  subscribe("undici:request:headers", (message) => {
    const { request, response } = message as UndiciAnswer;
    if (!STATUSES.includes(response.statusCode) || !origins.includes(originOf(request.origin))) return;
    recordTrouble(ofNode(request, String(response.statusCode), begun.get(request), headersOf(response.headers)));
  });
  subscribe("undici:request:error", (message) => {
    const { request, error } = message as UndiciError;
    if (error.name === "AbortError" || !origins.includes(originOf(request.origin))) return;
    recordTrouble(ofNode(request, error.code ?? error.name, begun.get(request)));
  });

  subscribe("http.client.request.start", (message) => begun.set(Object(message).request, Date.now()));
  subscribe("http.client.response.finish", (message) => {
    const { request, response } = message as HttpAnswer;
    if (!STATUSES.includes(response.statusCode) || !origins.includes(originOfHttp(request))) return;
    recordTrouble(ofNode(request, String(response.statusCode), begun.get(request), response.headers));
  });
  subscribe("http.client.request.error", (message) => {
    const { request, error } = message as HttpError;
    if (error.name === "AbortError" || !origins.includes(originOfHttp(request))) return;
    recordTrouble(ofNode(request, error.code ?? error.name, begun.get(request)));
  });
}

type Failure = { readonly name: string; readonly code?: string };
type UndiciRequest = { readonly origin: string; readonly path: string; readonly method: string };
type UndiciAnswer = {
  readonly request: UndiciRequest;
  readonly response: { readonly statusCode: number; readonly headers: readonly Uint8Array[] };
};
type UndiciError = { readonly request: UndiciRequest; readonly error: Failure };
type HttpRequest = {
  readonly protocol: string;
  readonly path: string;
  readonly method: string;
  getHeader(name: string): unknown;
};
type HttpAnswer = {
  readonly request: HttpRequest;
  readonly response: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>> };
};
type HttpError = { readonly request: HttpRequest; readonly error: Failure };

function ofNode(
  { method, path }: Pick<UndiciRequest, "method" | "path">,
  answer: string,
  begun = Date.now(),
  headers: Readonly<Record<string, string>> = {},
): Trouble {
  return troubleOf({ method, path: withoutQuery(path), answer, begun, headers });
}

type Seen = Pick<CallTrouble, "method" | "path" | "answer"> & {
  readonly begun: number;
  readonly headers: Readonly<Record<string, string>>;
};

function troubleOf({ method, path, answer, begun, headers }: Seen): Trouble {
  const requestId = headers["x-request-id"] ?? headers["x-amzn-requestid"] ?? headers["cf-ray"];
  return {
    at: new Date().toISOString(),
    method,
    path,
    answer,
    seconds: Math.max(0, Date.now() - begun) / 1000,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** Undici gives header names and values in turn. */
function headersOf(raw: readonly Uint8Array[]): Readonly<Record<string, string>> {
  const texts = raw.map((bytes) => Buffer.from(bytes).toString("latin1"));
  return Object.fromEntries(
    texts.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), texts[at + 1] ?? ""]] : [])),
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "";
}

function originOfHttp(request: HttpRequest): string {
  return originOf(`${request.protocol}//${request.getHeader("host")}`);
}

const pathOf = (url: string): string => withoutQuery(new URL(url).pathname);

/** An order's path contains its key, so only its beginning is named. */
function withoutQuery(path: string): string {
  return path.replace(/[?#].*$/, "").replace(/\/eyJ[\w.-]+/g, "/…");
}
