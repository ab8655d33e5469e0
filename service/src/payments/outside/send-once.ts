import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

export type Sending = {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The timeout of name lookup, connection, request and answer together. */
  readonly limitMs: number;
};

export type Received = { readonly status: number; readonly body: unknown };

/** An answer has a few hundred bytes. A longer one did not come from a processor. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Sends one request over a new connection and follows no redirect. Returns "not_sent" when the connection was never made,
 * and "not_known" when it was made and no whole answer came back. A reused connection may be dead, and then neither is certain.
 */
export function sendOnce({
  method,
  url,
  headers,
  body,
  limitMs,
}: Sending): Promise<Received | "not_sent" | "not_known"> {
  return new Promise((resolve) => {
    const secure = url.protocol === "https:";
    const start = secure ? httpsRequest : httpRequest;
    const request: ClientRequest = start(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) },
      agent: false,
      signal: AbortSignal.timeout(limitMs),
    });
    let connected = false;
    const giveUp = () => resolve(connected ? "not_known" : "not_sent");
    request.once("socket", (socket) => {
      socket.once(secure ? "secureConnect" : "connect", () => {
        connected = true;
        // Written only now: a request buffered for a connection to come could leave behind our back.
        request.end(body);
      });
    });
    request.on("error", giveUp);
    request.once("response", (response) => {
      readJson(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), giveUp);
    });
  });
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new RangeError("The answer is too long.");
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error("The answer ended early.");
  return JSON.parse(Buffer.concat(chunks).toString());
}
