import { connect, createServer, type Socket } from "node:net";

/** A proxy on this machine. Everything that a browser context sends goes through it, so that a test can cut it off. */
export type CuttableNetwork = {
  /** The setting `proxy` of a browser context. Loopback addresses, which browsers leave out, are included. */
  readonly proxy: { readonly server: string; readonly bypass: string };
  /** Refuses every new connection and ends the open ones. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly close: () => void;
};

/** Starts a proxy to the host of `address`, the only one that the browser reaches. */
export async function openCuttableNetwork(address: string): Promise<CuttableNetwork> {
  const { hostname, port, protocol } = new URL(address);
  const targetPort = Number(port) || (protocol === "https:" ? 443 : 80);
  const open = new Set<Socket>();
  let isCut = false;

  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    remember(client);
    client.once("data", (head) => {
      const target = connect(targetPort, hostname);
      remember(target);
      // A browser asks for a tunnel to an https address, and sends an http request with its whole address.
      if (head.toString("latin1").startsWith("CONNECT ")) client.write("HTTP/1.1 200 OK\r\n\r\n");
      else target.write(head);
      client.pipe(target).pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The proxy has no port.");

  function remember(socket: Socket): void {
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
    cut,
    restore: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
