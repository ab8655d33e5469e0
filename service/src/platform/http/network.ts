import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Authenticate } from "#src/platform/domain/caller.ts";
import { basicCredential } from "./basic-credential.ts";

/** A network as a storefront names it, such as 192.0.2.0/24. */
const NAMED = /^[\da-f.:]{2,45}\/\d{1,3}$/i;

/**
 * Returns where the client of a request is: its IPv4 address, or its IPv6 /64 network, since one client may use all of that.
 * A storefront names the network of its visitor in X-Visitor-Network, with the credential of a user who sells to the public in
 * X-Storefront-Authorization. From anyone else the header has no effect: a guesser could name a new network with each guess.
 */
export async function networkOf(request: FastifyRequest, authenticate: Authenticate): Promise<string> {
  const direct = networkOfAddress(request.ip);
  const named = request.headers["x-visitor-network"];
  const storefront = basicCredential(request.headers["x-storefront-authorization"]);
  if (typeof named !== "string" || !NAMED.test(named) || storefront === undefined) return direct;
  const signedIn = await authenticate(storefront.username, storefront.password, direct);
  if (!signedIn.ok) request.triedStorefront = storefront.username;
  const isStorefront = signedIn.ok && !signedIn.caller.firstFactor && signedIn.caller.capabilities.has("PUBLIC");
  return isStorefront ? named.toLowerCase() : direct;
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOfAddress(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = "", tail] = (address.toLowerCase().split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill("0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
