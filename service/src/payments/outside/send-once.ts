import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

export type Sending = {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The timeout of name lookup, connection, request and answer together. */
  readonly limitMs: number;
};

/**
 * An open connection is used again for at most this time after its last answer, and never in the last second of the time that the
 * processor names: a connection is then hardly ever closed at the moment at which a request leaves.
 */
const IDLE_MAX_MS = 2_000;
const IDLE_CONNECTIONS_MAX = 64;

/** Connections that stay open between requests. */
export type KeptConnections = HttpAgent | HttpsAgent;

/** Returns connections to be kept for this kind of address. They do not keep the process from ending. */
export function keepConnections({ protocol }: URL): KeptConnections {
  const options = { keepAlive: true, timeout: IDLE_MAX_MS, maxFreeSockets: IDLE_CONNECTIONS_MAX };
  return protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
}

export type Received = { readonly status: number; readonly body: unknown };

/** An answer has a few hundred bytes. A longer one did not come from a processor. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Sends one request over a kept or a new connection and follows no redirect. Returns "not_sent" when no connection was made, and
 * "not_known" when there was one and no whole answer came back. A kept connection that is closed under the request may have
 * delivered it, so that is "not_known" too.
 */
export function sendOnce(
  connections: KeptConnections,
  { method, url, headers, body, limitMs }: Sending,
): Promise<Received | "not_sent" | "not_known"> {
  return new Promise((resolve) => {
    const secure = url.protocol === "https:";
    const start = secure ? httpsRequest : httpRequest;
    const request: ClientRequest = start(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) },
      agent: connections,
      signal: AbortSignal.timeout(limitMs),
    });
    let connected = false;
    const giveUp = () => resolve(connected ? "not_known" : "not_sent");
    request.once("socket", (socket) => {
      const send = () => {
        connected = true;
        request.end(body);
      };
      if (request.reusedSocket) send();
      // Written only when connected: a request buffered for a connection to come could leave behind our back.
      else socket.once(secure ? "secureConnect" : "connect", send);
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
