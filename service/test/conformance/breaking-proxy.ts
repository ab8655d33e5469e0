import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type ProxiedRequest = {
  readonly method: string;
  /** Below the version segment, such as `/event/1`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type ProxiedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** What a proxy does wrong. Each part may leave out. */
export type Breakage = {
  /** Answers itself, so that the service never sees the request. */
  readonly instead?: (request: ProxiedRequest) => ProxiedAnswer | undefined;
  /** Sends something else. */
  readonly sends?: (request: ProxiedRequest) => ProxiedRequest;
  /** Answers something else. */
  readonly answers?: (answer: ProxiedAnswer, request: ProxiedRequest) => ProxiedAnswer;
};

type Target = { readonly address: string; readonly ca: string; readonly key: string; readonly certificate: string };

/** Starts a proxy before a service that breaks one thing at a time. It records what it was sent. */
export async function startBreakingProxy(target: Target) {
  const { port: targetPort } = new URL(target.address);
  const ca = readFileSync(target.ca);
  const received: ProxiedRequest[] = [];
  let breakage: Breakage = {};

  async function forward({ method, path, headers, body }: ProxiedRequest): Promise<ProxiedAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ProxiedAnswer>();
    const { "transfer-encoding": _chunked, ...kept } = headers;
    const options = { host: "localhost", port: targetPort, path: `/v2${path}`, method, ca };
    const sent = request(
      { ...options, headers: { ...kept, "content-length": Buffer.byteLength(body) } },
      (response) => {
        const toAnswer = (body: string) =>
          resolve({ status: response.statusCode ?? 0, headers: headersOf(response.headers), text: body });
        text(response).then(toAnswer, reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
    return promise;
  }

  const server = createServer(
    { key: readFileSync(target.key), cert: readFileSync(target.certificate) },
    async (incoming, outgoing) => {
      const { method = "GET", url = "/", headers } = incoming;
      const asked = { method, path: url.replace(/^\/v2/, ""), headers, body: await text(incoming) };
      received.push(asked);
      const forwarded = breakage.sends?.(asked) ?? asked;
      const answer = breakage.instead?.(forwarded) ?? (await forward(forwarded));
      const { status, headers: answered, text: body } = breakage.answers?.(answer, asked) ?? answer;
      outgoing.writeHead(status, answered).end(body);
    },
  );
  server.listen(0, "localhost");
  await once(server, "listening");

  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}/v2`,
    ca: target.ca,
    received,
    /** Sets what goes wrong, and clears the recorded requests. */
    behave(next: Breakage): void {
      received.length = 0;
      breakage = next;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the headers of an answer without those of its transfer. */
function headersOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}
