import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type Leak, leaksInMessage } from "#test/tools/leak-scan.ts";
import type { Needle } from "#test/tools/needles.ts";

export type Recorded = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As transferred, compressed or not. */
  readonly body: Buffer;
};

/**
 * Starts a proxy that records every byte that a storefront serves. It forwards the Host header, so the storefront's
 * origin stays the same.
 */
export async function startRecordingProxy(target: string, port = 0) {
  const recorded: Recorded[] = [];
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
  server.listen(port, "localhost");
  await once(server, "listening");

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    recorded,
    leaks: (needles: readonly Needle[]): readonly Leak[] =>
      recorded.flatMap(({ method, path, status, headers, body }) =>
        leaksInMessage(`${method} ${path} → ${status}`, headers, body, needles),
      ),
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}
