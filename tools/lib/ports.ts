import { type AddressInfo, createServer } from "node:net";
import { codeOf, Fault } from "./fault.ts";

const TRIES = 50;
const NO_SUCH_LOOPBACK = ["EADDRNOTAVAIL", "EAFNOSUPPORT"];
const HIGHEST = 65_535;

/** Both loopbacks: "localhost" is either. A machine without IPv6 has only the first. */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;

/** A port for each name; zero asks for any free port. */
export type Ports = Readonly<Record<string, number | undefined>>;

const entriesOf = (ports: Ports): readonly (readonly [name: string, port: number])[] =>
  Object.entries(ports).flatMap(([name, port]) => (port === undefined ? [] : [[name, port] as const]));

/**
 * Returns a free port for each name, the wanted one where it is free. Throws a Fault when the storefront would have to
 * move away from the public address that the operator has set.
 */
export async function choosePorts<P extends Ports>(
  wanted: P,
  { origin }: { readonly origin?: string | undefined },
): Promise<P> {
  const promised = new Set<number>();
  const free: Record<string, number> = {};
  for (const [name, port] of entriesOf(wanted)) {
    const found = await freePort(port, promised);
    free[name] = found;
    promised.add(found);
    if (origin && name === "storefront" && port !== 0 && found !== port)
      throw new Fault(
        `Port ${port} is busy, and FOYER_ORIGIN says where the shop is. Free it, or set FOYER_PORT to another.`,
      );
  }
  // The same names, each with a number.
  return free as P;
}

/** Returns the names and ports of those that could not have the wanted port; zero wants none. */
export const movedPorts = (wanted: Ports, free: Ports): readonly (readonly [name: string, port: number])[] =>
  entriesOf(free).filter(([name, port]) => wanted[name] !== 0 && wanted[name] !== port);

/** Returns the wanted port, or the next that is free and not promised to another. Zero asks for any. */
export async function freePort(wanted: number, promised: ReadonlySet<number> = new Set()): Promise<number> {
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > HIGHEST) throw new Fault(`${wanted} is no port number.`);
  if (wanted === 0) return anyPort(promised);
  for (let port = wanted; port < wanted + TRIES && port <= HIGHEST; port += 1) {
    if (!promised.has(port) && (await isFree(port))) return port;
  }
  throw new Fault(`No port from ${wanted} to ${wanted + TRIES - 1} is free.`);
}

async function anyPort(promised: ReadonlySet<number>): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await listen(0, LOOPBACKS[0]);
    if (!promised.has(port) && (await isFree(port))) return port;
  }
  throw new Fault("This machine gives out no free port.");
}

async function isFree(port: number): Promise<boolean> {
  for (const host of LOOPBACKS) {
    try {
      await listen(port, host);
    } catch (error) {
      if (!NO_SUCH_LOOPBACK.includes(codeOf(error) ?? "")) return false;
    }
  }
  return true;
}

/** Opens the port for a moment and returns its number. */
function listen(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: given } = server.address() as AddressInfo;
      server.close(() => resolve(given));
    });
  });
}
