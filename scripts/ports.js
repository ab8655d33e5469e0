import { createServer } from "node:net";
import { Fault } from "./fault.js";

const TRIES = 50;
const HIGHEST = 65_535;

/** Both loopbacks: "localhost" is either. A machine without IPv6 has only the first. */
const LOOPBACKS = ["127.0.0.1", "::1"];

/**
 * Returns a free port for each name, the wanted one where it is free. Throws a Fault when the storefront would have to
 * move away from the public address that the operator has set.
 */
export async function choosePorts(wanted, { origin }) {
  const promised = new Set();
  const free = {};
  for (const [name, port] of Object.entries(wanted)) {
    free[name] = await freePort(port, promised);
    promised.add(free[name]);
  }
  if (origin && wanted.storefront !== 0 && free.storefront !== wanted.storefront)
    throw new Fault(
      `Port ${wanted.storefront} is busy, and FOYER_ORIGIN says where the shop is. Free it, or set FOYER_PORT to another.`,
    );
  return free;
}

/** Returns the names and ports of those that could not have the port that was wanted; any port will do for zero. */
export const movedPorts = (wanted, free) =>
  Object.entries(free).filter(([name, port]) => wanted[name] !== 0 && wanted[name] !== port);

/** The wanted port, or the next that is free and not promised to another. Zero asks for any. */
export async function freePort(wanted, promised = new Set()) {
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > HIGHEST) throw new Fault(`${wanted} is no port number.`);
  if (wanted === 0) return anyPort(promised);
  for (let port = wanted; port < wanted + TRIES && port <= HIGHEST; port += 1) {
    if (!promised.has(port) && (await isFree(port))) return port;
  }
  throw new Fault(`No port from ${wanted} to ${wanted + TRIES - 1} is free.`);
}

async function anyPort(promised) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await listen(0, LOOPBACKS[0]);
    if (!promised.has(port) && (await isFree(port))) return port;
  }
  throw new Fault("This machine gives out no free port.");
}

async function isFree(port) {
  for (const host of LOOPBACKS) {
    try {
      await listen(port, host);
    } catch (error) {
      if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") return false;
    }
  }
  return true;
}

/** Opens the port for a moment, and answers its number. */
function listen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const given = server.address().port;
      server.close(() => resolve(given));
    });
  });
}
