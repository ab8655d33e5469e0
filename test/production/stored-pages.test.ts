import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { decompressed, fetchStorefront, type Served } from "#test/tools/fetch-storefront.ts";
import { freePort } from "#tools/lib/ports.ts";
import { startProductionSystem } from "./system.ts";

const POLL_MS = 200;
/** A page that is rendered from a copy of the catalogue is rendered again after 5 s. A busy machine takes longer. */
const AGAIN_MS = 60_000;

const system = await startProductionSystem();
after(system.close);
const { settings, ports } = system;
const [port, metricsPort] = [await freePort(0), await freePort(0)];
const base = `http://localhost:${port}`;
const startService = async () => {
  const service = system.serve(["service"], settings.service);
  await system.untilReady(service, `https://localhost:${ports.service}/ready`);
  return service;
};
let service = await startService();
const web = system.serve(["storefront"], {
  ...settings.storefront,
  FOYER_PORT: `${port}`,
  STOREFRONT_METRICS_PORT: `${metricsPort}`,
});
await system.untilReady(web, `${base}/api/ready`);

/** Returns a page, and how many of the answers of this process were given without the framework since the last call. */
async function view(path: string, sent: { readonly headers?: Record<string, string>; readonly method?: string } = {}) {
  const before = await directAnswers();
  const served = await fetchStorefront(base, { path, ...sent });
  return { served, direct: (await directAnswers()) - before };
}

async function directAnswers(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^foyer_storefront_page_cache_total\{result="direct"\} (\d+)$/m.exec(text)?.[1]);
}

/** Returns the first answer for which the condition holds. */
async function until(path: string, holds: (served: Served, direct: number) => boolean): Promise<Served> {
  const deadline = Date.now() + AGAIN_MS;
  while (Date.now() < deadline) {
    const { served, direct } = await view(path);
    if (holds(served, direct)) return served;
    await pause(POLL_MS);
  }
  throw new Error(`${path} was not answered as expected for ${AGAIN_MS} ms.`);
}

const list = decompressed(await fetchStorefront(base, { path: "/en" })).toString();
const [event = ""] = /\/en\/events\/\d+/.exec(list) ?? [];
const PAGES = ["/en", event, "/en/calendar", "/ar", `/en/embed${event.slice("/en".length)}`, "/en/embed/events"];

test("each stored page is answered without the framework once it has answered it, with the same bytes and headers", async () => {
  for (const path of PAGES) {
    await until(path, ({ headers }) => headers["x-nextjs-cache"] === "HIT");
    const { served: first, direct } = await view(path);
    assert.equal(direct, 1, path);
    const { served: identity, direct: none } = await view(path, { headers: { "accept-encoding": "identity" } });
    assert.equal(none, 0, path);
    assert.equal(decompressed(first).toString(), identity.body.toString(), path);
    const { "content-encoding": encoding, "content-length": length, ...headers } = first.headers;
    assert.deepEqual([encoding, length], ["br", `${first.body.length}`], path);
    for (const name of ["date", "connection", "keep-alive"]) delete headers[name];
    for (const [name, value] of Object.entries(headers))
      assert.deepEqual(identity.headers[name], value, `${path} ${name}`);
    assert.match(`${headers["content-security-policy"]}`, /script-src 'self' 'sha256-/, path);
  }
});

test("the framework answers what is no plain view of the page", async () => {
  const { served: data, direct: ofRouter } = await view(`${event}?_rsc`, { headers: { rsc: "1" } });
  assert.match(`${data.headers["content-type"]}`, /^text\/x-component/);
  const { served: missing, direct: ofMissing } = await view("/en/events/999999999");
  const { served: search, direct: ofSearch } = await view("/en/search");
  const { served: other, direct: ofOther } = await view(event, { headers: { host: `127.0.0.1:${port}` } });
  assert.deepEqual([data.status, missing.status, search.status, other.status], [200, 404, 200, 307]);
  assert.deepEqual([ofRouter, ofMissing, ofSearch, ofOther], [0, 0, 0, 0]);
});

test("a page whose time is over is rendered again by the framework", async () => {
  const path = event.replace("/en/", "/de/");
  assert.equal(await service.stop(), 0);
  await until(path, (_, direct) => direct === 1);
  const over = await until(path, ({ headers }) => headers["x-nextjs-cache"] !== "HIT");
  assert.equal(over.headers["x-nextjs-cache"], "STALE");
  service = await startService();
  const again = await until(
    path,
    ({ headers }, direct) => direct === 1 && `${headers["cache-control"]}`.includes("=300"),
  );
  assert.equal(again.status, 200);
  assert.deepEqual(await Promise.all([web, service].map(({ stop }) => stop())), [0, 0]);
});
