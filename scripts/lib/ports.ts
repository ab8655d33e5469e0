import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { Agent, request } from "undici";
import { codeOf, Fault } from "./fault.ts";

const TRIES = 50;
const NO_SUCH_LOOPBACK = ["EADDRNOTAVAIL", "EAFNOSUPPORT"];
const HIGHEST = 65_535;

/** The addresses of "localhost". A machine without IPv6 has only the first. */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;

/** A port for each name. Zero stands for any free port. */
export type Ports = Readonly<Record<string, number | undefined>>;

const entriesOf = (ports: Ports): readonly (readonly [name: string, port: number])[] =>
  Object.entries(ports).flatMap(([name, port]) => (port === undefined ? [] : [[name, port] as const]));

/**
 * Returns a free port for each name, the wanted one if it is free. Throws a Fault when the storefront's port is busy and
 * the operator has set its public origin.
 */
export async function choosePorts<P extends Ports>(
  wanted: P,
  { origin }: { readonly origin?: string | undefined },
): Promise<P> {
  const free: Record<string, number> = {};
  for (const [name, port] of entriesOf(wanted)) {
    const found = await freePort(port, new Set(Object.values(free)));
    free[name] = found;
    if (origin && name === "storefront" && port !== 0 && found !== port)
      throw new Fault(
        `Port ${port} is busy, and FOYER_ORIGIN fixes the public address. Free the port, or set FOYER_PORT to another.`,
      );
  }
  // It has the same keys.
  return free as P;
}

/** Returns the names that got another port than the wanted one, with that port. */
export const movedPorts = (wanted: Ports, free: Ports): readonly (readonly [name: string, port: number])[] =>
  entriesOf(free).filter(([name, port]) => wanted[name] !== 0 && wanted[name] !== port);

/** Returns the wanted port, or the next one that is free and not in `taken`. Zero returns any free port. */
export async function freePort(wanted: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let tries = 0; tries < TRIES && wanted + tries <= HIGHEST; tries += 1) {
    const port = wanted === 0 ? await listen(0, LOOPBACKS[0]) : wanted + tries;
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Fault(`No port from ${wanted} to ${wanted + TRIES - 1} is free.`);
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

const TIMEOUT_MS = 5_000;

/** An answer; without one, the status is 0 and `failure` says why. */
type Answer = { readonly status: number; readonly body: string; readonly failure?: string };

type Options = {
  /** The file of the authority to trust instead of the public ones. */
  readonly ca?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the connection and the whole answer. */
  readonly timeoutMs?: number;
};

/** Sends a GET over a connection of its own. */
export async function ask(url: string, { ca, headers = {}, timeoutMs = TIMEOUT_MS }: Options = {}): Promise<Answer> {
  // `destroy` waits for a connection that is being made.
  const dispatcher = new Agent({ connect: { timeout: timeoutMs, ...(ca && { ca: readFileSync(ca) }) } });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers, signal });
    return { status: statusCode, body: await body.text() };
  } catch (error) {
    return { status: 0, body: "", failure: signal.aborted ? "timeout" : (codeOf(error) ?? String(error)) };
  } finally {
    await dispatcher.destroy();
  }
}

/** Returns the HTTP status at an address, or 0 while nothing answers there. */
export async function probe(url: string, ca?: string): Promise<number> {
  return (await ask(url, { ca })).status;
}
