import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { request as requestOverTls, Agent as SecureAgent } from "node:https";

export type Page = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

const LIMIT_MS = 30_000;
const START_MS = 60_000;
const LOOK_AGAIN_MS = 100;

export type RequestOptions = {
  readonly agent?: Agent;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Certificates of a private authority, for https: addresses. */
  readonly ca?: string | undefined;
};

/** Sends a request as a browser would. The body is returned as transferred, compressed or not. */
export function load(url: URL, { agent, method = "GET", headers = {}, body, ca }: RequestOptions = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestOverTls : request;
    const outgoing = send(url, {
      method,
      headers: { accept: "text/html,*/*", "accept-encoding": "gzip", ...headers },
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(agent && { agent }),
      ...(ca !== undefined && { ca }),
    });
    outgoing.on("error", reject);
    outgoing.on("response", async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
    });
    outgoing.end(body);
  });
}

/** Polls until a server that has just started answers. */
export async function untilAnswered(url: URL, isGone: () => boolean = () => false): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until && !isGone()) {
    const page = await load(url).catch(() => undefined);
    if (page?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Error(`${url} does not answer.`);
}

type ViewOptions = {
  readonly connections?: number;
  /** The certificate authority of an https address. */
  readonly ca?: Buffer;
};

/** Requests a page this many times over a few keep-alive connections. */
export async function view(url: URL, views: number, { connections = 16, ca }: ViewOptions = {}): Promise<void> {
  const options = { keepAlive: true, maxSockets: connections };
  const agent = url.protocol === "https:" ? new SecureAgent({ ...options, ...(ca && { ca }) }) : new Agent(options);
  let left = views;
  const browse = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await load(url, { agent });
      if (status !== 200) throw new Error(`${url.pathname} answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, browse));
  agent.destroy();
}
