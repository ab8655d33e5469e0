import { once } from "node:events";
import { connect, createServer, type ListenOptions, type Socket } from "node:net";

/** Where a proxy sends on: a port of this machine, or a Unix socket. */
export type Target = { readonly port: number; readonly host: string } | { readonly path: string };

export type CuttingProxy = {
  /** Cuts the connections that are open. */
  readonly cutOpen: () => void;
  readonly close: () => void;
};

/**
 * Starts a proxy that sends on so many bytes of each connection, both ways together, and then resets it at both ends. `limit` is asked once
 * for each connection; `undefined` cuts it never.
 */
export async function startCuttingProxy(
  listens: ListenOptions,
  target: Target,
  limit: () => number | undefined,
): Promise<CuttingProxy> {
  const open = new Set<Socket>();

  const server = createServer((near) => {
    const far = connect(target);
    let left = limit() ?? Number.POSITIVE_INFINITY;
    const cut = () => {
      near.destroy();
      far.destroy();
    };

    /** Sends on what is left of the limit, even if that is half of a message. */
    function passOn(chunk: Buffer, to: Socket): void {
      const part = chunk.subarray(0, Math.min(left, chunk.length));
      left -= part.length;
      if (left > 0) return void to.write(part);
      to.write(part, cut);
    }

    near.on("data", (chunk) => passOn(chunk, far));
    far.on("data", (chunk) => passOn(chunk, near));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("end", () => other.end());
      one.on("error", cut);
      one.on("close", () => {
        open.delete(one);
        other.destroySoon();
      });
    }
  });

  server.listen(listens);
  await once(server, "listening");
  function cutOpen(): void {
    for (const socket of open) socket.destroy();
  }

  return {
    cutOpen,
    close() {
      server.close();
      cutOpen();
    },
  };
}
