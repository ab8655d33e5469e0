import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export type Served = {
  readonly where: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

type StorefrontRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** Sends a request with Node's HTTP client, which returns the raw bytes and can send headers that fetch refuses. */
export async function fetchStorefront(
  address: string,
  { method = "GET", path, headers = {}, body }: StorefrontRequest,
): Promise<Served> {
  const { hostname, port } = new URL(address);
  const sent = request({ hostname, port, method, path, headers: { "accept-encoding": "gzip, br", ...headers } });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = await Array.fromAsync(answer);
  const { statusCode: status = 0, headers: answered } = answer;
  return { where: `${method} ${path} → ${status}`, status, headers: answered, body: Buffer.concat(chunks) };
}
