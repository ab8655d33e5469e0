import "server-only";

import { isIP, isIPv4, isIPv6 } from "node:net";
import { env } from "#lib/env.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { isPublicAddress } from "#lib/runtime/public-address.ts";
import { log } from "#lib/telemetry/log.ts";

/** Some proxies append the port. */
const PORT = /^(?:([\d.]+)|\[(.+)\])(?::\d+)?$/;

/**
 * Returns the /24 or /64 network of a visitor from X-Forwarded-For, or `undefined` where it has no valid address. Each
 * of our proxies appends the address that it saw, so only the entry `hops` from the right is trusted.
 */
export function networkOf(forwardedFor: string | null, hops: number): string | undefined {
  const address = addressAt(forwardedFor, hops) ?? "";
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  if (isIPv6(address)) return `${firstHalf(address)}::/64`;
  return undefined;
}

/** Returns the network that the headers of a request name; `undefined` when no trusted proxy names it. */
export function networkOfHeaders(headers: Pick<Headers, "get">): string | undefined {
  const { TRUSTED_HOPS } = env();
  // With `direct` the last address is that of the connection itself: `lib/security/incoming-request.ts` appends it.
  const hops = TRUSTED_HOPS === "direct" ? 1 : TRUSTED_HOPS;
  const forwardedFor = headers.get("x-forwarded-for");
  const network = networkOf(forwardedFor, hops);
  if (!isProxy(forwardedFor, hops)) {
    // The edge knows its balancer by now, or a visitor within a private network has made the other address up.
    if (isPublicAddress(addressAt(forwardedFor, hops) ?? "")) counted.proxy = undefined;
  } else if (counted.proxy === undefined) {
    counted.proxy = network;
    log("alarm", "Visitors are counted as the balancer through which they come.", { network });
  }
  return network;
}

const counted = processWide("counted proxy", (): { proxy?: string | undefined } => ({}));

/** Returns the network of a balancer that is counted in place of its visitors, if one has been seen. */
export function proxyCountedAsVisitor(): string | undefined {
  return counted.proxy;
}

/**
 * Returns whether the address that counts is of a private network, and has passed on one of the internet: no visitor has both, so
 * a proxy stands there that the edge or TRUSTED_HOPS does not know.
 */
export function isProxy(forwardedFor: string | null, hops: number): boolean {
  const before = addressAt(forwardedFor, hops + 1) ?? "";
  const address = addressAt(forwardedFor, hops) ?? "";
  return isIP(address) !== 0 && isPublicAddress(before) && !isPublicAddress(address);
}

/** Returns the entry so many from the right, without a port, and an IPv4 address never in the form of IPv6. */
function addressAt(forwardedFor: string | null, hops: number): string | undefined {
  return forwardedFor
    ?.split(",")
    .at(-hops)
    ?.trim()
    .replace(PORT, "$1$2")
    .replace(/^::ffff:(?=\d+\.)/i, "");
}

type CountedNetwork = {
  readonly name: string;
  /** How many times the limit of a /24 or a /64 it has. */
  readonly times: number;
};

/** One customer of a provider has a /64, a /56 or a /48, and may take a new address for each request. */
const HALF = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/;

/** Returns the networks, the smallest first, in each of which that of a visitor is counted: of IPv6 the /64, the /56 and the /48. */
export function countedNetworks(network: string): readonly CountedNetwork[] {
  const [, first48 = "", fourth = ""] = HALF.exec(network) ?? [];
  if (first48 === "") return [{ name: network, times: 1 }];
  const first8 = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    { name: network, times: 1 },
    { name: `${first48}:${first8}::/56`, times: 4 },
    { name: `${first48}::/48`, times: 16 },
  ];
}

function firstHalf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
