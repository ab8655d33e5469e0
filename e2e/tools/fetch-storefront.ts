import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

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

/** Returns the body as it was before it was compressed. */
export function decompressed({ headers, body }: Served): Buffer {
  const { "content-encoding": encoding } = headers;
  if (encoding === "br") return brotliDecompressSync(body);
  return encoding === "gzip" ? gunzipSync(body) : body;
}
