import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

type Edge = {
  /** The storefront behind the edge, or a function that returns the one of a request. */
  readonly target: string | (() => string);
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
  readonly port?: number;
  /** HTTP Basic as `user:password`. Without it every request passes. */
  readonly login?: string | undefined;
  /** Added to each answer, in milliseconds. */
  readonly delayMs?: number;
};

/**
 * Starts what stands in front of a public test system: it ends TLS, asks for HTTP Basic, appends the client's address to
 * X-Forwarded-For and answers late. It forwards the Host header, so the storefront sees its public origin.
 */
export async function startEdge({ target, key, cert, port = 0, login, delayMs = 0 }: Edge) {
  const expected = login && `Basic ${Buffer.from(login).toString("base64")}`;

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path } = incoming;
    const { hostname, port: targetPort } = new URL(typeof target === "string" ? target : target());
    const forwarded = request(
      { hostname, port: targetPort, method, path, headers: withAddress(incoming) },
      async (answer) => {
        await pause(delayMs);
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    forwarded.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  }

  const server = createServer({ key, cert }, async (incoming, outgoing) => {
    if (expected === undefined || incoming.headers.authorization === expected) return forward(incoming, outgoing);
    incoming.resume();
    await pause(delayMs);
    outgoing.writeHead(401, { "WWW-Authenticate": 'Basic realm="test system"' }).end();
  });
  server.listen(port, "localhost");
  await once(server, "listening");

  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

function withAddress({ headers, socket }: IncomingMessage) {
  const before = headers["x-forwarded-for"];
  const address = socket.remoteAddress ?? "";
  return {
    ...headers,
    "x-forwarded-for": before === undefined ? address : `${before}, ${address}`,
    "x-forwarded-proto": "https",
  };
}
