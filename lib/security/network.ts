import "server-only";

import { isIPv4, isIPv6 } from "node:net";
import { env } from "#lib/env.ts";

/** Some proxies append the port. */
const PORT = /^(?:([\d.]+)|\[(.+)\])(?::\d+)?$/;

/**
 * Returns the /24 or /64 network of a visitor from X-Forwarded-For, or `undefined` where it has no valid address. Each
 * of our proxies appends the address that it saw, so only the entry `hops` from the right is trusted.
 */
export function networkOf(forwardedFor: string | null, hops: number): string | undefined {
  const address = forwardedFor
    ?.split(",")
    .at(-hops)
    ?.trim()
    .replace(PORT, "$1$2")
    .replace(/^::ffff:(?=\d+\.)/i, "");
  if (address === undefined) return undefined;
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  if (isIPv6(address)) return `${firstHalf(address)}::/64`;
  return undefined;
}

/** Returns the network that the headers of a request name; `undefined` when no trusted proxy names it. */
export function networkOfHeaders(headers: Pick<Headers, "get">): string | undefined {
  const { TRUSTED_HOPS } = env();
  // With `direct` the header contains the address of the connection itself: `lib/security/incoming-request.ts` has written it.
  return networkOf(headers.get("x-forwarded-for"), TRUSTED_HOPS === "direct" ? 1 : TRUSTED_HOPS);
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
