import "server-only";

import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 networks that are not the public internet: IANA's special-purpose registry, multicast and reserved. */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Only 2000::/3 of IPv6 is public. These special-purpose parts of it are not, such as tunnels that contain IPv4 addresses. */
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const special = listOf(SPECIAL_V4, "ipv4");
const globalV6 = listOf(["2000::/3"], "ipv6");
const specialV6 = listOf(SPECIAL_V6, "ipv6");

/**
 * Returns whether an IP address is on the public internet. Addresses of this machine, of a private network, of a cloud's
 * metadata service, and IPv6 addresses that contain an IPv4 address are not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return isIPv6(address) && globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
