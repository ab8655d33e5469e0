import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fromRoot } from "#scripts/lib/files.ts";
import { installNginx } from "#scripts/testing/edge.ts";
import { testEdge, VISITORS } from "./edge-rules.ts";
import { MISSING_PATH } from "./requests.ts";

const { ask, received, receivedByEach, withoutStorefronts } = testEdge(installNginx);

const numbersOf = (path: string) =>
  receivedByEach().map((all) => all.filter((one) => one.path.startsWith(path)).length);
const numberOf = (path: string) => received().filter((one) => one.path === path).length;

test("a public page is stored for everyone for a second, and asked for once by many at the same time", async () => {
  await Promise.all(Array.from({ length: 40 }, () => ask("/en/events/1")));
  // It may be a second old when the last of them are answered.
  assert.ok([1, 2].includes(numberOf("/en/events/1")), `${numberOf("/en/events/1")} requests`);
  assert.match(String((await ask("/en/events/1")).headers["x-cache"]), /^(HIT|STALE|UPDATING)$/);
});

test("a copy is sent for seconds alone, that of an embed and its policy too, and for as long as needed while no storefront answers", async () => {
  // No other test asks for them: an older copy would be sent once while it is fetched again.
  const askBoth = () => Promise.all(["/en/events/13", "/en/embed/events/13"].map((path) => ask(path)));
  const bodies = async () => (await askBoth()).map(({ body }) => body);
  const first = await bodies();
  assert.deepEqual(await bodies(), first, "the control: they are stored");
  // nginx counts whole seconds: two of them after the one in which they were stored.
  await pause(4_000);
  const next = await bodies();
  for (const [at, body] of next.entries()) assert.notEqual(body, first[at]);
  await pause(4_000);
  await withoutStorefronts(async () => {
    const answers = (await askBoth()).map(({ status, body, headers }) => [status, body, headers["x-cache"]]);
    assert.deepEqual(
      answers,
      next.map((body) => [200, body, "STALE"]),
    );
  });
});

test("a page is kept once for each encoding, whatever the query and the headers", async () => {
  const encodings = ["gzip", "br, gzip;q=0.5", "deflate", "gzip;q=0, deflate", "br", "identity"];
  const asked = encodings.flatMap((encoding, at) =>
    Array.from({ length: 10 }, (_, nth) => [`/en/events/9?a=${at}-${nth}`, `${encoding}, x-${nth}`] as const),
  );
  const ask9 = ([path, encoding]: readonly [string, string]) => ask(path, { headers: { "accept-encoding": encoding } });
  // The first of each encoding is stored; the copies may be a second old when the others ask.
  for (const nth of [0, 10, 20, 30, 40, 50]) await ask9(asked[nth] ?? assert.fail());
  const answers = await Promise.all(asked.map(ask9));
  assert.ok(numbersOf("/en/events/9").reduce((sum, one) => sum + one) <= 9, `${numbersOf("/en/events/9")}`);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const sent = received().flatMap(({ path, headers }) =>
    path.startsWith("/en/events/9") ? [headers["accept-encoding"] ?? "none"] : [],
  );
  assert.deepEqual(new Set(sent), new Set(["gzip", "deflate", "none"]));
});

test("an address that is written in another way than a page's has no part in its copy", async () => {
  const written = ["/en/events/./10", "/en/events/%31%30", "//en/events/10", "/en/events/11/../10"];
  for (const path of [...written, ...written]) await ask("/", { path });
  for (const path of written) assert.equal(numberOf(path), 2, path);
  const { body } = await ask("/en/events/10");
  assert.equal(numberOf("/en/events/10"), 1);
  assert.equal((await ask("/en/events/10")).body, body, "the control: it is stored");
});

test("an address without a page is not stored", async () => {
  await ask(MISSING_PATH);
  assert.notEqual((await ask(MISSING_PATH)).headers["x-cache"], "HIT");
});

test("an answer with a cookie or a nonce, and one to the router, is never stored", async () => {
  for (const path of ["/en/events/2", "/en/events/3"]) {
    await ask(path);
    assert.notEqual((await ask(path)).headers["x-cache"], "HIT", path);
    assert.equal(numberOf(path), 2, path);
  }
  const asked = numberOf("/en/events/1");
  await ask("/en/events/1", { headers: { rsc: "1" } });
  assert.equal(numberOf("/en/events/1"), asked + 1);
});

test("what is left is stored for a second, but asked for again by the page of a refused order", async () => {
  const path = "/api/availability/1";
  const fromPage = (query: string) => ask(path, { headers: { referer: `https://localhost/en/events/1?${query}` } });
  await ask(path);
  assert.notEqual((await fromPage("unrefused=sold_out")).headers["x-cache"], "BYPASS");
  const before = numberOf(path);
  assert.equal((await fromPage("qty.1=3&refused=sold_out")).headers["x-cache"], "BYPASS");
  assert.equal(numberOf(path), before + 1);
});

test("a private page has no word about the cache", async () => {
  assert.equal("x-cache" in (await ask("/en/cart")).headers, false);
});

test("a private page is compressed here, and a public one by the storefront", async () => {
  const encodings = { headers: { "accept-encoding": "gzip", via: "1.1 balancer" } };
  const asked = (path: string) => received().findLast((one) => one.path === path)?.headers["accept-encoding"];
  assert.equal((await ask("/en/cart", encodings)).headers["content-encoding"], "gzip");
  assert.equal(asked("/en/cart"), undefined);
  await ask("/en/events/8", encodings);
  assert.equal(asked("/en/events/8"), "gzip");
});

test("a page with a policy of 12 KB passes", async () => {
  const { status, headers } = await ask("/en/events/4");
  assert.equal(status, 200);
  assert.ok(String(headers["content-security-policy"]).length > 11_000);
});

test("another name than the shop's gets no answer", async () => {
  await assert.rejects(ask("/en", { headers: { host: "evil.example" }, servername: "evil.example" }));
});

test("strips every header that the framework reads as its own", () => {
  const framework = readFileSync(
    fromRoot("node_modules", "next", "dist", "server", "lib", "server-ipc", "utils.js"),
    "utf8",
  );
  const [, list = ""] = /INTERNAL_HEADERS = \[([^\]]+)\]/.exec(framework) ?? [];
  const internal = [...list.matchAll(/'([^']+)'/g)].map(([, name = ""]) => name);
  assert.ok(internal.length > 5);
  const shipped = readFileSync(fromRoot("deploy", "nginx", "foyer.conf"), "utf8").toLowerCase();
  assert.deepEqual(
    internal.filter((name) => !shipped.includes(`proxy_set_header ${name} "";`)),
    [],
  );
});

test("the worker asks for the content of mails as often as the storefront allows", async () => {
  const answers = await Promise.all(
    Array.from({ length: 160 }, (_, at) => ask(`/api/messages?mail-${at}`, { method: "POST" })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.ok(Math.min(...numbersOf("/api/messages")) > 0, "although it has one address, both storefronts render mails");
});

test("the addresses of one network stay with one storefront", async () => {
  for (const { localAddress, family } of VISITORS) {
    const [path, neighbour] = [`/en/cart?network-${localAddress}`, localAddress.replace(/1$/, "77")];
    for (const address of [localAddress, neighbour]) await ask(path, { family, localAddress: address });
    assert.deepEqual(numbersOf(path).toSorted(), [0, 2], localAddress);
  }
});

test("a burst of writes of one network is answered 429 beyond its limit", async () => {
  const answers = await Promise.all(
    Array.from({ length: 160 }, (_, at) => ask(`/en/cart?burst-${at}`, { method: "POST" })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0 && refused.length < 100, `${refused.length} refused`);
  assert.equal((await ask("/en/cart")).status, 200, "reads go on");
});

test("a flood of reads of one network is answered 429; files, copies, polls and other networks are not counted", async () => {
  const from = (network: number) => ({ family: 4, localAddress: `127.0.${network}.1` });
  const refusedOf = async (count: number, path: (at: number) => string, options: Parameters<typeof ask>[1] = {}) => {
    const all = await Promise.all(
      Array.from({ length: count }, (_, at) => ask(path(at), { ...from(201), ...options })),
    );
    return all.filter(({ status }) => status === 429).length;
  };
  assert.equal(await refusedOf(250, (at) => `/en/search?q=${at}`), 0, "a crowd behind one address");
  assert.ok((await refusedOf(450, (at) => `/en/search?more=${at}`)) > 0, "a flood");
  // As soon as it is over, so the network has next to nothing left of its reads.
  assert.equal(await refusedOf(600, (at) => `/en/events/12?a=${at}`), 0, "copies");
  assert.equal(await refusedOf(400, (at) => `/brand/${at}`), 0, "files");
  assert.equal(await refusedOf(400, () => "/api/line/7"), 0, "a line");
  assert.equal(await refusedOf(400, () => "/api/availability/7"), 0, "what is left");
  assert.equal(await refusedOf(200, () => "/en/checkout/pay/checking", { method: "POST" }), 0, "a payment");
  assert.equal(await refusedOf(50, (at) => `/en/cart?${at}`, from(202)), 0, "another network");
  assert.ok((await refusedOf(700, (at) => `/en/events/12?b=${at}`, { ...from(203), headers: { rsc: "1" } })) > 0);
});
