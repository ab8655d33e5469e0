import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { countedNetworks, isProxy, networkOf, networkOfHeaders, proxyCountedAsVisitor } from "./network.ts";

applySettings({ TRUSTED_HOPS: "1" });

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

for (const [forwarded, hops, isOne] of [
  ["93.184.215.14, 10.0.0.5", 1, true],
  ["6.6.6.6, 2606:4700::1111, ::1", 1, true],
  ["93.184.215.14, ::ffff:10.0.0.5", 1, true],
  ["93.184.215.14, 10.0.0.6, 10.0.0.5", 2, true],
  // The edge knows its balancer, which passed on the visitor's address.
  ["93.184.215.14, 93.184.215.14", 1, false],
  ["93.184.215.14, 10.0.0.5", 2, false],
  // A visitor of the internet who writes such a header, one of the house, and one of the house behind a proxy.
  ["1.1.1.1, 93.184.215.14", 1, false],
  ["10.0.0.5", 1, false],
  ["192.168.1.9, 10.0.0.5", 1, false],
  ["10.0.0.5, 10.0.0.5", 1, false],
  ["93.184.215.14, unknown", 1, false],
  ["", 1, false],
  [null, 1, false],
] as const)
  test(`${forwarded} behind ${hops}: ${isOne ? "a proxy is counted" : "no sign of a proxy"}`, () =>
    assert.equal(isProxy(forwarded, hops), isOne));

test("a balancer that is counted in place of its visitors is said once", (t) => {
  const lines: string[] = [];
  t.mock.method(process.stdout, "write", (line: string) => lines.push(line));
  const ask = (forwarded: string) => networkOfHeaders(new Headers({ "x-forwarded-for": forwarded }));
  assert.equal(ask("93.184.215.14"), "93.184.215.0/24");
  assert.deepEqual([lines, proxyCountedAsVisitor()], [[], undefined], "the control: a visitor");
  for (const visitor of ["93.184.215.14", "1.1.1.1"]) assert.equal(ask(`${visitor}, 10.0.0.5`), "10.0.0.0/24");
  t.mock.restoreAll();
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /"level":"alarm".*"network":"10\.0\.0\.0\/24".*"Visitors are counted as the balancer/);
  assert.equal(proxyCountedAsVisitor(), "10.0.0.0/24");
  networkOfHeaders(new Headers({ "x-forwarded-for": "93.184.215.14" }));
  assert.equal(proxyCountedAsVisitor(), undefined, "once the edge names a visitor of the internet");
});
