import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { connect, createServer, type ListenOptions, type Socket } from "node:net";
import { join } from "node:path";
import { freePort } from "#test/programs.ts";

/** Where a proxy sends on: a port of this machine, or a Unix socket. */
type Target = { readonly port: number; readonly host: string } | { readonly path: string };

type CuttingProxy = {
  /** Cuts the connections that are open. */
  readonly cutOpen: () => void;
  readonly close: () => void;
};

/**
 * Starts a proxy that sends on so many bytes of each connection, both ways together, and then resets it at both ends. `limit` is asked once
 * for each connection; `undefined` cuts it never.
 */
async function startCuttingProxy(
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

type Ends = {
  readonly folder: string;
  readonly port: number;
  readonly processorPort: number;
  readonly databaseUrl: string;
};

/** How a link is reached now. */
type Reached = { readonly servicePort?: number; readonly processorPort?: number; readonly databaseUrl?: string };

const SOCKET = ".s.PGSQL.5432";

/** Puts a cutting proxy into one link. Returns it with the address by which the link is reached now. */
export async function startLink(
  link: "service" | "processor" | "database",
  limit: () => number | undefined,
  { folder, port, processorPort, databaseUrl }: Ends,
): Promise<{ readonly proxy: CuttingProxy; readonly reached: Reached }> {
  if (link === "database") {
    const url = new URL(databaseUrl.replace("@/", "@socket/"));
    const between = join(folder, "between");
    mkdirSync(between);
    chmodSync(between, 0o700);
    const target = { path: join(url.searchParams.get("host") ?? "", SOCKET) };
    const proxy = await startCuttingProxy({ path: join(between, SOCKET) }, target, limit);
    url.searchParams.set("host", between);
    return { proxy, reached: { databaseUrl: url.href.replace("@socket/", "@/") } };
  }
  const listens = await freePort();
  const target = { host: "127.0.0.1", port: link === "service" ? port : processorPort };
  const proxy = await startCuttingProxy({ port: listens, host: "127.0.0.1" }, target, limit);
  return { proxy, reached: link === "service" ? { servicePort: listens } : { processorPort: listens } };
}
