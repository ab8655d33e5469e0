import assert from "node:assert/strict";
import { test } from "node:test";
import { countedNetworks, networkOf } from "./network.ts";

for (const [forwarded, hops, network] of [
  ["203.0.113.7", 1, "203.0.113.0/24"],
  ["6.6.6.6, 203.0.113.7", 1, "203.0.113.0/24"],
  ["6.6.6.6, 203.0.113.7, 10.0.0.1", 2, "203.0.113.0/24"],
  ["::ffff:203.0.113.7", 1, "203.0.113.0/24"],
  ["2001:db8:0:5:1:2:3:4", 1, "2001:db8:0:5::/64"],
  ["2001:0db8::1", 1, "2001:db8:0:0::/64"],
  ["::1", 1, "0:0:0:0::/64"],
  ["203.0.113.7:52110", 1, "203.0.113.0/24"],
  ["[2001:db8:0:5::1]:52110", 1, "2001:db8:0:5::/64"],
  ["[2001:db8:0:5::1]", 1, "2001:db8:0:5::/64"],
  ["203.0.113.7", 2, undefined],
  ["unknown", 1, undefined],
  ["", 1, undefined],
  [null, 1, undefined],
] as const) {
  test(`${forwarded} behind ${hops}: ${network}`, () => assert.equal(networkOf(forwarded, hops), network));
}

for (const [network, counted] of [
  [
    "2001:db8:0:5ff::/64",
    [
      ["2001:db8:0:5ff::/64", 1],
      ["2001:db8:0:500::/56", 4],
      ["2001:db8:0::/48", 16],
    ],
  ],
  [
    "0:0:0:0::/64",
    [
      ["0:0:0:0::/64", 1],
      ["0:0:0:0::/56", 4],
      ["0:0:0::/48", 16],
    ],
  ],
  ["203.0.113.0/24", [["203.0.113.0/24", 1]]],
] as const)
  test(`${network} counts in ${counted.length}`, () =>
    assert.deepEqual(
      countedNetworks(network).map(({ name, times }) => [name, times]),
      counted,
    ));
