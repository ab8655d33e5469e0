import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";

export type Rate = { readonly perSecond: number; readonly p99Ms: number };

/** More places than any round can sell. */
export const PLACES = 500_000_000;

/** Runs a number of clients for a number of seconds, each sending its next request after the answer. Returns the rate. */
export async function rateOf(clients: number, seconds: number, ask: (client: number) => Promise<void>): Promise<Rate> {
  const waits: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const loop = async (client: number) => {
    for (let asked = performance.now(); asked < end; ) {
      await ask(client);
      const answered = performance.now();
      waits.push(answered - asked);
      asked = answered;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  const took = (performance.now() - start) / 1_000;
  waits.sort((one, other) => one - other);
  return { perSecond: waits.length / took, p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0 };
}

/** Returns a setting of the benchmark. Throws when it is not set. */
export function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

type Answered = { readonly status: number; readonly body: string };

/** Sends one request after another over one keep-alive connection. */
export type Connection = { readonly send: (request: Buffer) => Promise<Answered>; readonly close: () => void };

export type Target = { readonly url: URL; readonly ca: Buffer };

/**
 * Opens a minimal HTTP client, which sends bytes and cuts the answer by its length. Client and service share the machine,
 * so the client must cost as little as possible.
 */
export async function openConnection({ url, ca }: Target): Promise<Connection> {
  const socket = connect({ host: url.hostname, port: Number(url.port), servername: url.hostname, ca });
  await once(socket, "secureConnect");
  return {
    send(request) {
      socket.write(request);
      return nextAnswer(socket);
    },
    close: () => void socket.destroy(),
  };
}

type Request = {
  readonly path: string;
  readonly credential: string;
  readonly body: object;
  readonly moreHeaders?: readonly string[];
};

/** Returns a whole request as bytes. */
export function requestBytes({ url }: Target, { path, credential, body, moreHeaders = [] }: Request): Buffer {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${url.pathname}${path} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Basic ${btoa(credential)}`,
    "Content-Type: application/json",
    "Accept: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...moreHeaders,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${text}`);
}

function nextAnswer(socket: TLSSocket): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  let text = "";
  const onData = (chunk: Buffer) => {
    text += chunk.toString("latin1");
    const head = text.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? Number.NaN);
    if (text.length < head + 4 + length) return;
    finish();
    resolve({ status: Number(text.slice(9, 12)), body: text.slice(head + 4) });
  };
  const onClose = () => {
    finish();
    reject(new Error("The service closed a connection."));
  };
  const finish = () => socket.off("data", onData).off("close", onClose);
  socket.on("data", onData).on("close", onClose);
  return promise;
}
