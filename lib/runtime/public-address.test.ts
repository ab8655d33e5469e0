import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicAddress } from "./public-address.ts";

const PUBLIC = [
  "1.1.1.1",
  "93.184.215.14",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.0.1",
  "2606:4700::1111",
  "2a00:1450::1",
];

const NOT_PUBLIC = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.170",
  "192.0.2.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "2001:db8::1",
  "2001::1",
  "100::1",
  "3fff::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "fec0::1",
  "localhost",
  "",
  "127.1",
  "0x7f.0.0.1",
  "fe80::1%eth0",
];

for (const address of PUBLIC) test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
for (const address of NOT_PUBLIC)
  test(`"${address}" is not public`, () => assert.equal(isPublicAddress(address), false));
