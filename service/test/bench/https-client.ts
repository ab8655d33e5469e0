import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";

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
