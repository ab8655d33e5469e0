import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type Agent, type RequestOptions, request } from "node:https";

/** Between the storefront's 33 s for a payment and the service's 30 s with the processor. */
const ANSWER_MS = 32_000;
const CONNECT_MS = 3_000;
/** The limit of the edges, the framework and the service. */
const REQUEST_BYTES_MAX = 1024 * 1024;
/** What the storefront reads at most. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

/** The headers that go on; all others end here. */
const REQUEST_HEADERS = [
  ...["content-type", "content-length", "accept", "accepts", "idempotency-key", "sale-key"],
  ...["x-request-id", "traceparent", "tracestate"],
];
const ANSWER_HEADERS = [
  ...["content-type", "content-length", "retry-after", "x-total-count", "x-total-more", "x-matched", "x-request-id"],
];

type Forwarding = { readonly authorization: string; readonly agent: Agent };
type Forwarder = (incoming: IncomingMessage, outgoing: ServerResponse, forwarding: Forwarding) => void;

/** Returns a function that sends a request to the service and its answer back, within limits of time and size. */
export function createForwarder(service: URL, tls: Pick<RequestOptions, "ca" | "minVersion">): Forwarder {
  const base = service.pathname.replace(/\/$/, "");

  return (incoming, outgoing, { authorization, agent }) => {
    if (Number(incoming.headers["content-length"] ?? 0) > REQUEST_BYTES_MAX) return refuseSize(incoming, outgoing);
    let isConnected = false;
    const forwarded = request({
      ...tls,
      host: service.hostname.replace(/[[\]]/g, ""),
      port: service.port || "443",
      method: incoming.method,
      path: `${base}${incoming.url}`,
      headers: { ...pick(incoming.headers, REQUEST_HEADERS), host: service.host, authorization },
      agent,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const connecting = setTimeout(() => forwarded.destroy(), CONNECT_MS);
    forwarded.on("socket", (socket) => {
      const connected = () => {
        isConnected = true;
        clearTimeout(connecting);
      };
      if (forwarded.reusedSocket) connected();
      else socket.once("secureConnect", connected);
    });
    forwarded.on("error", () => {
      clearTimeout(connecting);
      incoming.unpipe().resume();
      if (outgoing.headersSent) outgoing.destroy();
      // Without a connection nothing was sent, so the storefront may try again.
      else if (isConnected) outgoing.writeHead(504).end();
      else outgoing.writeHead(502, { "Airlock-Not-Sent": "1" }).end();
    });
    forwarded.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, pick(answer.headers, ANSWER_HEADERS));
      pipeWithin(ANSWER_BYTES_MAX, answer, outgoing, () => outgoing.destroy());
      answer.on("error", () => outgoing.destroy());
    });
    outgoing.on("close", () => forwarded.destroy());
    pipeWithin(REQUEST_BYTES_MAX, incoming, forwarded, () => {
      forwarded.destroy();
      refuseSize(incoming, outgoing);
    });
  };
}

function refuseSize(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(413, { Connection: "close" }).end();
}

/** Pipes up to a number of bytes. More of them end it, and the function is called instead. */
function pipeWithin(bytes: number, from: IncomingMessage, to: NodeJS.WritableStream, onMore: () => void): void {
  let seen = 0;
  from.on("data", (chunk: Buffer) => {
    seen += chunk.byteLength;
    if (seen <= bytes) return;
    from.unpipe();
    onMore();
  });
  from.pipe(to);
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}
