import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export type Served = {
  readonly where: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

type Asked = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** Over a plain socket: the bytes as they are served, and headers that no browser would send. */
export async function fetchStorefront(
  address: string,
  { method = "GET", path, headers = {}, body }: Asked,
): Promise<Served> {
  const { hostname, port } = new URL(address);
  const sent = request({ hostname, port, method, path, headers: { "accept-encoding": "gzip, br", ...headers } });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = await Array.fromAsync(answer);
  const { statusCode: status = 0, headers: answered } = answer;
  return { where: `${method} ${path} → ${status}`, status, headers: answered, body: Buffer.concat(chunks) };
}
