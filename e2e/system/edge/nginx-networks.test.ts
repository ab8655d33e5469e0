import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { createEnterableFolder, install, installNginx, startShippedEdge } from "#scripts/testing/edge.ts";
import { answered, startRecordingStorefront } from "./requests.ts";

const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-networks-")));
const tls = await makeCertificates();
const ca = readFileSync(tls.ca);
const storefronts = [await startRecordingStorefront(), await startRecordingStorefront()] as const;
const ports = [storefronts[0].port, storefronts[1].port] as const;
const port = await freePort(0, new Set(ports));
const site = {
  folder: join(folder, "edge"),
  name: "localhost",
  port,
  plainPort: await freePort(0, new Set([...ports, port])),
  storefronts: ports,
  certificateFile: join(tls.folder, "server.pem"),
  keyFile: join(tls.folder, "server-key.pem"),
};
// A balancer names the addresses, since this machine has one of IPv6 alone.
const command = installNginx(site, { trustsCaller: true });
/** Fewer than are shipped, so that a test can open them. More than the other tests send from one network. */
const OPEN_MAX = 170;
const file = join(site.folder, "conf.d", "foyer.conf");
/** More than one network may write at once. Without a rate beside it the count does not depend on the time that the test takes. */
const OPENED_BURST = 170;
install(file, file, [
  ["limit_conn foyer_open 2000;", `limit_conn foyer_open ${OPEN_MAX};`],
  ["zone=foyer_opened:10m rate=5r/s;", "zone=foyer_opened:10m rate=1r/m;"],
  ["zone=foyer_opened burst=300 nodelay;", `zone=foyer_opened burst=${OPENED_BURST} nodelay;`],
]);
const edge = await startShippedEdge(command, site);
after(async () => {
  await Promise.all([edge, ...storefronts].map((program) => program.close()));
  for (const made of [folder, tls.folder]) rmSync(made, { recursive: true, force: true });
});

async function statusOf(address: string, path: string, method = "GET", more = {}): Promise<number> {
  const options = { ca, agent: false, method, headers: { "x-forwarded-for": address, ...more } };
  return (await answered(request(new URL(path, edge.url), options))).status;
}

/** Sends so many requests from these addresses at once, and returns how many are refused. */
async function refused(count: number, address: (at: number) => string, method: string, path = "/en/cart", more = {}) {
  const sent = Array.from({ length: count }, (_, at) => statusOf(address(at), path, method, more));
  return (await Promise.all(sent)).filter((status) => status === 429).length;
}

const usedBy = (path: string) => storefronts.map(({ received }) => received.filter((one) => one.path === path).length);
const hex = (at: number) => at.toString(16);

test("the addresses of a /64 stay with one storefront, and networks are spread over both", async () => {
  const used = new Set<number>();
  for (let network = 0; network < 40; network += 1) {
    const path = `/en/cart?network-${network}`;
    // Bytes of every kind, line feeds too.
    for (const address of ["::1", ":a0a:a0a:a0a:a0a", ":ffff:0:1:2"])
      await statusOf(`2001:db8:a0a:${hex(network)}${address}`, path);
    const found = usedBy(path);
    assert.deepEqual(found.toSorted(), [0, 3], `network ${network}`);
    used.add(found.indexOf(3));
  }
  assert.equal(used.size, 2);
});

test("so do those of a /64 with zeros in it, however the address is written", async () => {
  const used = new Set<number>();
  for (const [at, network] of [
    "2001:db8:0:0",
    "2001:0:0:1",
    "2001:db8:0:100",
    "2a00:0:0:0",
    "2a02:0:0:a00",
    "0:0:0:1",
  ].entries()) {
    const path = `/en/cart?zeros-${at}`;
    const hosts = ["0:0:0:0", "0:0:0:1", "100:0:0:0", "0:ffff:cb00:7101", "a:0:0:a"];
    for (const host of hosts) await statusOf(`${network}:${host}`, path);
    await statusOf(new URL(`http://[${network}:0:0:0:1]`).hostname.slice(1, -1), path);
    const found = usedBy(path);
    assert.deepEqual(
      found.toSorted((one, other) => one - other),
      [0, 6],
      network,
    );
    used.add(found.indexOf(6));
  }
  assert.equal(used.size, 2, "the control: networks are spread");
});

test("an IPv4 address in the form of IPv6 is in its /24", async () => {
  for (let network = 0; network < 20; network += 1) {
    const path = `/en/cart?mapped-${network}`;
    for (const address of [`203.0.${network}.1`, `::ffff:203.0.${network}.200`]) await statusOf(address, path);
    assert.deepEqual(usedBy(path).toSorted(), [0, 2], `network ${network}`);
  }
});

test("writes and reads of a /64 are counted together, whatever its addresses; those of other networks are not", async () => {
  assert.ok((await refused(160, (at) => `2001:db8:1:1::${hex(at)}`, "POST")) > 0);
  assert.equal(await refused(160, (at) => `2001:db8:1:${hex(at + 2)}::1`, "POST"), 0, "the control: other networks");
  assert.equal(
    await refused(160, (at) => `198.51.100.${at}`, "POST"),
    0,
    "an IPv4 address has its own limit of writes",
  );
  assert.ok((await refused(450, (at) => `2001:db8:2:1::${hex(at)}`, "GET")) > 0);
  assert.equal(await refused(450, (at) => `2001:db8:2:${hex(at + 2)}::1`, "GET"), 0, "the control: other networks");
});

test("pages opened by links take nothing from the writes of those who buy, and have a limit of their own", async () => {
  const sent = (address: string, path: string, count: number) => refused(count, () => address, "POST", path);
  assert.equal(await sent("203.0.113.50", "/api/opened", 160), 0);
  assert.equal(await sent("203.0.113.50", "/en/checkout/pay", 90), 0, "paid after them");
  assert.ok((await sent("203.0.113.51", "/en/checkout/pay", 160)) > 0, "the control: other writes have a limit");
  assert.ok((await sent("203.0.114.50", "/api/opened", OPENED_BURST + 10)) > 0);
});

test("another site that a visitor opens takes nothing from the pages of their network that links have opened", async () => {
  const sent = (address: string, headers: object, count: number) =>
    refused(count, () => address, "POST", "/api/opened", headers);
  const { origin } = new URL(edge.url);
  const own = { origin, "sec-fetch-site": "same-origin" };
  const evil = "https://evil.example";
  for (const [at, other] of [
    { origin: evil, "sec-fetch-site": "cross-site" },
    { origin: `https://sister.${new URL(edge.url).host}`, "sec-fetch-site": "same-site" },
    // Of a browser before Sec-Fetch-Site, and of a page without an origin.
    { origin: evil },
    { origin: "null" },
    { origin: `${evil} ${origin}` },
  ].entries()) {
    const what = JSON.stringify(other);
    assert.ok((await sent(`203.0.${115 + at}.1`, other, OPENED_BURST + 10)) > 0, `${what}: has a limit`);
    assert.equal(await sent(`203.0.${115 + at}.2`, own, 20), 0, what);
    assert.equal(await sent(`203.0.${115 + at}.3`, { origin }, 20), 0, `${what}: without Sec-Fetch-Site`);
  }
  assert.ok((await sent("203.0.120.1", own, OPENED_BURST + 10)) > 0, "the control: its own pages have a limit");
  assert.ok((await sent("203.0.120.2", { origin }, 10)) > 0, "which they share");
});

const PAID = "/en/checkout/pay/checking";

/** Sends a form of which the last byte is missing. Returns once the edge waits for it. */
async function openForm(address: string) {
  const headers = { "x-forwarded-for": address, "content-length": 100, expect: "100-continue" };
  const sent = request(new URL(PAID, edge.url), { ca, agent: false, method: "POST", headers }).on("error", () => {});
  sent.flushHeaders();
  await once(sent, "continue");
  sent.write("x".repeat(99));
  return sent;
}

test("a /64 has only so many requests open at a time; other networks are served", async () => {
  const open = await Promise.all(Array.from({ length: OPEN_MAX }, (_, at) => openForm(`2001:db8:3:1::${hex(at)}`)));
  assert.equal(await statusOf("2001:db8:3:1:a::1", "/en/cart"), 429);
  assert.equal(await statusOf("2001:db8:3:2::1", "/en/cart"), 200, "the control: another network");
  for (const sent of open) sent.destroy();
});

test("a poll has a small body, and other forms a large one", async () => {
  async function sizeStatus(path: string, size: number): Promise<number> {
    const headers = { "x-forwarded-for": "203.0.113.77", "content-length": size };
    const sent = request(new URL(path, edge.url), { ca, agent: false, method: "POST", headers });
    return (await answered(sent, Buffer.alloc(size, "x"))).status;
  }
  assert.equal(await sizeStatus(PAID, 20_000), 413);
  assert.equal(await sizeStatus(PAID, 16_000), 200);
  assert.equal(await sizeStatus("/en/cart", 20_000), 200);
});
