type CountedNetwork = {
  readonly name: string;
  /** How many times the limit of an IPv4 address or a /64 it has. */
  readonly times: number;
};

const HALF = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/;

/**
 * Returns the networks, the smallest first, in each of which that of a client is counted. Of IPv6 they are the /64, the /56 and the /48:
 * one customer of a provider has one of these, and may take a new address for each request.
 */
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
