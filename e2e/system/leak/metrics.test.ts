import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBuilt } from "#e2e/tools/built-storefront.ts";
import { fetchStorefront } from "#e2e/tools/fetch-storefront.ts";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { assertNoLeaks, leaksIn, needlesOf } from "#e2e/tools/leak-scan.ts";
import { until } from "#e2e/tools/until.ts";
import { freePort } from "#scripts/lib/ports.ts";

const SECRET = { user: "canary-user-of-the-shop", password: "canary password & more/+" };
const ROUNDS = 40;
/** The first rounds fill the cache and meet each status. */
const WARM_UP = 3;

/** Addresses that differ in each round, with a key, an email and a card in them. */
const addresses = (n: number) => [
  `/en/sales/CANARYKEY${n}`,
  `/en/events/${7_000 + n}`,
  `/en/search?q=canary-${n}@example.com`,
  `/canary-4242424242424242/${n}`,
  `/api/availability/${8_000 + n}`,
];

test("the storefront's metrics have no secret and no address, and as many series after many addresses as after a few", async () => {
  const fixture = await startFixtureService();
  const folder = await mkdtemp(join(tmpdir(), "foyer-metrics-"));
  const port = await freePort(0);
  const metricsPort = await freePort(0, new Set([port]));
  const { base, child, listens } = startBuilt(port, {
    FOYER_DATA: folder,
    TICKETING_URL: fixture.url,
    TICKETING_CA: fixture.ca,
    TICKETING_USER: SECRET.user,
    TICKETING_PASSWORD: SECRET.password,
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  });
  after(async () => {
    child.kill("SIGKILL");
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  });
  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  fixture.behave(answers({ messages: ["no"] }, 500));
  assert.equal(await listens(AbortSignal.timeout(60_000)), true, "the storefront did not start");

  let before: readonly string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const path of addresses(round))
      await fetchStorefront(base, { path, headers: { cookie: `visit=CANARY${round}` } });
    if (round === WARM_UP) before = seriesIn(await scrape());
  }
  assert.ok(before.length > 0);
  assert.deepEqual(seriesIn(await scrape()), before);

  const atPublicPort = await fetchStorefront(base, { path: "/metrics", headers: { "accept-encoding": "identity" } });
  assert.notEqual(atPublicPort.status, 200);
  assert.doesNotMatch(atPublicPort.body.toString(), /foyer_storefront/);
  fixture.behave(answers([], 200, { "x-total-count": "0" }));
  await until("a sale is possible", async () => /^foyer_storefront_sale_possible 1$/m.test(await scrape()));
  fixture.behave(answers({}, 401));
  await until("no sale is possible", async () => /^foyer_storefront_sale_possible 0$/m.test(await scrape()));
  await fetchStorefront(base, { path: "/api/ready" });
  const text = await scrape();
  // A link that opens nothing is answered by the page of links that have ended.
  assert.match(
    text,
    /^foyer_storefront_requests_total\{route="\/\[locale\]\/link-ended",method="GET",status="\dxx"\} \d+$/m,
  );
  assert.match(
    text,
    /^foyer_storefront_requests_total\{route="\/\[locale\]\/events\/\[eventId\]",method="GET",status="\dxx"\} \d+$/m,
  );
  assert.match(text, /^foyer_storefront_service_calls_total\{call="[^"]+",outcome="credential"\} [1-9]/m);
  assert.match(text, /^foyer_storefront_page_cache_total\{result="missing"\} [1-9]/m);
  assert.match(text, /^foyer_storefront_draining 0$/m);
  // Measured values have any digits.
  const named = text.replaceAll(/^(\w.*) \S+$/gm, "$1");
  assert.doesNotMatch(named, /canary|4242|"other"/i);
  assertNoLeaks(leaksIn("the metrics", Buffer.from(text), needlesOf(SECRET)));
});

/** Returns the time series of the storefront, without those of the process. */
function seriesIn(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("foyer_"))
    .map((line) => line.slice(0, line.lastIndexOf(" ")))
    .toSorted();
}
