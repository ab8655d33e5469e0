import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type Leak, leaksInBody, leaksInHeaders } from "#test/tools/leak-scan.ts";
import type { Needle } from "#test/tools/needles.ts";

export type Recorded = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As transferred, compressed or not. */
  readonly body: Buffer;
};

const KEEP_ALIVE_MS = 75_000;

/**
 * Starts a proxy that records every byte that a storefront serves. It forwards the Host header, so the storefront's
 * origin stays the same.
 */
export async function startRecordingProxy(target: string, port = 0) {
  const recorded: Recorded[] = [];
  /** The digests of bodies without a leak. Pages load the same scripts and fonts again and again, which need one search. */
  const clean = new WeakMap<readonly Needle[], Set<string>>();
  const { hostname, port: targetPort } = new URL(target);

  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const forwarded = request({ hostname, port: targetPort, method, path: url, headers }, (answer) => {
      const { statusCode: status = 502, headers: answered } = answer;
      const chunks: Buffer[] = [];
      outgoing.writeHead(status, answer.rawHeaders);
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        outgoing.write(chunk);
      });
      answer.on("close", () => {
        recorded.push({ method, path: url, status, headers: answered, body: Buffer.concat(chunks) });
        outgoing.end();
      });
    });
    forwarded.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  // As the storefront: an edge in front of it closes an idle connection first.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, "localhost");
  await once(server, "listening");

  function leaksOf({ method, path, status, headers, body }: Recorded, needles: readonly Needle[]): readonly Leak[] {
    const where = `${method} ${path} → ${status}`;
    const known = clean.get(needles) ?? new Set();
    clean.set(needles, known);
    const digest = hash("sha256", body, "base64");
    if (known.has(digest)) return leaksInHeaders(where, headers, needles);
    const inBody = leaksInBody(where, body, needles);
    if (inBody.length === 0) known.add(digest);
    return [...leaksInHeaders(where, headers, needles), ...inBody];
  }

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    recorded,
    leaks: (needles: readonly Needle[]): readonly Leak[] => recorded.flatMap((answer) => leaksOf(answer, needles)),
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}
