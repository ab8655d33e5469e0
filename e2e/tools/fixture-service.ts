import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificates } from "#e2e/tools/certificates.ts";

export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The number of the TLS connection, from 1. */
  readonly connection: number;
};

export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;

/**
 * Starts an HTTPS server with a configurable behaviour, which records the requests that it receives.
 */
export async function startFixtureService() {
  const { folder, key, cert, ca } = await makeCertificates();

  const received: ReceivedRequest[] = [];
  const connections = new WeakMap<object, number>();
  let connected = 0;
  let behaviour: Behaviour = answers({});
  let ofRecords: Behaviour = answers("Not here", 404);

  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: readonly Buffer[] | undefined = await Array.fromAsync<Buffer>(request).catch(() => undefined);
    // A request that ended halfway was not received.
    if (chunks === undefined) return;
    const connection = connections.get(request.socket) ?? 0;
    const { method = "", url = "", headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(chunks).toString("utf8"), connection };
    if (url.startsWith("/v2/storefrontRecords")) return ofRecords(response, one);
    received.push(one);
    behaviour(response, one);
  });
  server.on("secureConnection", (socket) => connections.set(socket, ++connected));
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://localhost:${port}/v2`,
    ca,
    received,
    /** Sets the behaviour and clears the recorded requests. */
    behave(next: Behaviour): void {
      received.length = 0;
      behaviour = next;
    },
    /** Sets the behaviour of the calls for records, which it does not have by default. They are not recorded. */
    behaveForRecords(next: Behaviour): void {
      ofRecords = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Answers every request with this body, as JSON unless it is a string. */
export function answers(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** Uses one behaviour for each request in order, then repeats the last. */
export function inTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  let at = 0;
  return (response, request) => {
    const behaviour = behaviours[Math.min(at, behaviours.length - 1)] ?? behaviours[0];
    at += 1;
    behaviour(response, request);
  };
}

/** Closes the connection without an answer. */
export const closesConnection: Behaviour = (response) => response.socket?.destroy();

/** Accepts the request and never answers. */
export const neverAnswers: Behaviour = () => undefined;

/** Closes the connection in the middle of the body. */
export const answersPartially: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"type":"SUC', () => response.socket?.destroy());
};

/** Answers 200 with an HTML page. */
export const answersHtml: Behaviour = (response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Welcome</title>");

/** Answers with this many bytes of whitespace before the JSON, until the client disconnects. */
export function floods(bytes: number): Behaviour {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(64 * 1024, " ");
    let sent = 0;
    const more = (): void => {
      while (sent < bytes && !response.destroyed) {
        sent += chunk.byteLength;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end("{}");
    };
    more();
  };
}
