import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type Leak, leaksInBody, leaksInHeaders, type Needle } from "#e2e/tools/leak-scan.ts";

/**
 * Starts a forward proxy, as between a company's network and the internet. It answers 407 to every caller without this
 * `user:password`. Returns its address with them.
 */
export async function startForwardProxy(login: string): Promise<string> {
  const isRefused = (given: string | undefined) => given !== `Basic ${Buffer.from(login).toString("base64")}`;
  const challenge = { "Proxy-Authenticate": 'Basic realm="proxy"' };

  const server = createServer(({ method, url = "", headers }, outgoing) => {
    if (isRefused(headers["proxy-authorization"])) return void outgoing.writeHead(407, challenge).end();
    const { "proxy-authorization": _, ...passedOn } = headers;
    request(url, { method, headers: passedOn }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    })
      .on("error", () => outgoing.writeHead(502).end())
      .end();
  });
  server.on("connect", ({ url = "", headers }, client, head) => {
    client.on("error", () => client.destroy());
    if (isRefused(headers["proxy-authorization"]))
      return void client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n',
      );
    const { hostname, port: targetPort } = new URL(`http://${url}`);
    const target = connect(Number(targetPort || 443), hostname, () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    target.on("close", () => client.destroy());
    client.on("close", () => target.destroy());
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return `http://${login}@localhost:${(server.address() as AddressInfo).port}`;
}

type Recorded = {
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
