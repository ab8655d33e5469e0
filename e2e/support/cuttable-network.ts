import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** A proxy on this machine. Everything that a browser context sends goes through it, so that a test can cut it off. */
export type CuttableNetwork = {
  /** The setting `proxy` of a browser context. Loopback addresses, which browsers leave out, are included. */
  readonly proxy: { readonly server: string; readonly bypass: string };
  /** The paths of the pages that were asked for over plain http, whoever asked: the browser or a worker. */
  readonly pages: readonly string[];
  /** Refuses every new connection and ends the open ones. */
  readonly cut: () => void;
  /** Answers every request over plain http by 503, with a body: of one without, Chromium shows a page of its own, and the visit fails. */
  readonly fail: () => void;
  /** Keeps every request over plain http until `restore`. */
  readonly hold: () => void;
  readonly restore: () => void;
  readonly close: () => void;
};

/** Starts a proxy to the host of `address`, the only one that the browser reaches. */
export async function openCuttableNetwork(address: string): Promise<CuttableNetwork> {
  const { hostname, port, protocol } = new URL(address);
  const target = { hostname, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  const open = new Set<Duplex>();
  const pages: string[] = [];
  let isCut = false;
  let isFailing = false;
  let held = Promise.withResolvers<void>();
  held.resolve();

  const server = createServer(forward);
  server.on("connection", remember);
  server.on("connect", tunnel);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The proxy has no port.");

  /** Sends an http request on. A browser names the whole address to a proxy, and the path alone to a server. */
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(incoming.url ?? "", address);
    const { method, headers } = incoming;
    if (headers["sec-fetch-mode"] === "navigate") pages.push(pathname);
    await held.promise;
    if (isFailing) {
      outgoing.writeHead(503, { "Content-Type": "text/plain" }).end("503");
      return;
    }
    const onward = request({ ...target, path: pathname + search, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("socket", remember);
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }

  function tunnel(_request: IncomingMessage, client: Duplex): void {
    const onward = connect(target.port, target.hostname);
    remember(onward);
    onward.once("connect", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    client.pipe(onward).pipe(client);
  }

  function remember(socket: Socket): void {
    if (isCut) socket.destroy();
    // Node gives a kept connection to several requests.
    if (open.has(socket)) return;
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  }

  function cut(): void {
    isCut = true;
    for (const socket of open) socket.destroy();
  }

  return {
    proxy: { server: `http://127.0.0.1:${bound.port}`, bypass: "<-loopback>" },
    pages,
    cut,
    fail: () => {
      isFailing = true;
    },
    hold: () => {
      held = Promise.withResolvers();
    },
    restore: () => {
      isCut = false;
      isFailing = false;
      held.resolve();
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
