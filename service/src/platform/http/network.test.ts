import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOfAddress } from "#src/platform/http/network.ts";

for (const [address, network] of [
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
] as const)
  test(`${address} is in the network ${network}`, () => assert.equal(networkOfAddress(address), network));
