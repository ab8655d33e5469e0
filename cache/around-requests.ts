import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { formAnswers } from "./form-answers.ts";
import { unavailableAs503 } from "./incoming-requests.ts";
import { unknownActions } from "./unknown-actions.ts";

/** A request and its response, as Node gives them to the framework. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** A body that is sent whole: another body, none at all, or `undefined` for the same. */
export type Body = Buffer | "none" | undefined;

/** A change of what the framework receives or sends, that it has no setting for. */
export type Rule = {
  /** Returns the status to send in place of another one. */
  readonly status?: (status: number, exchange: Exchange) => number;
  /** Returns the body to send in place of a text that is the whole body. Its headers can still be changed. */
  readonly body?: (text: string, exchange: Exchange) => Body;
};

/**
 * Everything that reaches around the framework, in the order of its work. Decision 0129 names what each rule is needed
 * for, and what it costs.
 */
const RULES: readonly Rule[] = [unavailableAs503, formAnswers, unknownActions];

const STATUS = RULES.flatMap(({ status }) => status ?? []);
const BODY = RULES.flatMap(({ body }) => body ?? []);

/** Servers of this process that are not the framework's. */
const otherServers = new WeakSet<object>();

/** Keeps the rules from the requests of a server, such as the one that answers Prometheus. */
export function exemptFromRules(server: object): void {
  otherServers.add(server);
}

/** The only place that changes a response of the framework: Node reports every request here before it is handled. */
subscribe("http.server.request.start", follow);

function follow(message: unknown): void {
  const exchange = Object(message);
  const { request, response, server } = exchange;
  if (otherServers.has(server)) return;
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
  changeStatus(exchange);
  changeBody(exchange);
}

function changeStatus(exchange: Exchange): void {
  const { response } = exchange;
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const replaced = (status: number, ...rest: unknown[]) =>
    writeHead(
      STATUS.reduce((before, rule) => rule(before, exchange), status),
      ...rest,
    );
  response.writeHead = replaced as typeof response.writeHead;
}

/**
 * A page is written whole in one call of `end`, where it is known. The layers that the framework puts around `end`
 * afterwards, such as its compressor, get the changed body: the innermost function stays the one below.
 */
function changeBody(exchange: Exchange): void {
  const { response } = exchange;
  type End = (...parameters: unknown[]) => ServerResponse;
  const last: End = response.end.bind(response) as End;
  let first = last;
  let begun = false;

  const end: End = (payload, ...rest) => {
    if (begun) return last(payload, ...rest);
    begun = true;
    if (typeof payload !== "string" || response.headersSent) return first.call(response, payload, ...rest);
    const body = bodyOf(payload, exchange);
    if (body === undefined) return first.call(response, payload, ...rest);
    return body === "none" ? first.call(response) : first.call(response, body);
  };
  Object.defineProperty(response, "end", {
    configurable: true,
    get: () => end,
    set(layer: End) {
      first = layer;
    },
  });
}

function bodyOf(text: string, exchange: Exchange): Body {
  for (const rule of BODY) {
    const body = rule(text, exchange);
    if (body !== undefined) return body;
  }
  return undefined;
}
