import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { probe } from "#tools/lib/probe.ts";

const ASK_MS = 100;

type Balancer = {
  readonly port: number;
  /** The ports of the services. */
  readonly services: readonly number[];
  /** The file with the services' certificate authority. */
  readonly ca: string;
};

/**
 * Starts a balancer of connections before several services. Each new connection goes in turn to one of those that have
 * answered 200 at /ready; TLS passes through.
 */
export async function startBalancer({ port, services, ca }: Balancer) {
  let ready: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const ask = async () => {
    const answers = await Promise.all(services.map((service) => probe(`https://localhost:${service}/ready`, ca)));
    ready = services.filter((_, at) => answers[at] === 200);
  };
  // Once the services are gone, so may be the authority's file.
  const asking = setInterval(() => void ask().catch(() => undefined), ASK_MS);

  const server = createServer((socket) => {
    turn += 1;
    const target = ready[turn % ready.length];
    if (target === undefined) return void socket.destroy();
    const service = connect({ port: target, host: "localhost" });
    for (const [one, other] of [
      [socket, service],
      [service, socket],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => open.delete(one));
      one.pipe(other);
    }
  });
  server.listen(port, "localhost");
  await once(server, "listening");

  return {
    close(): void {
      clearInterval(asking);
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
