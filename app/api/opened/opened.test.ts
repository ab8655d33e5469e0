import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { answers, inTurn, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { env } from "#lib/env.ts";
import { finishWork } from "#lib/runtime/drain.ts";

const service = await startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TRUSTED_HOPS: "1", LOG_LEVEL: "alarm" });
const { POST } = await import("./route.ts");
const { sendOpened } = await import("#lib/catalogue/opened/opened-pages.ts");

type Sent = Readonly<Record<string, string>>;
let networks = 0;

/** Returns the status of a page view, of a network of its own unless one is given. */
async function open(
  sent: Sent,
  { more = {}, from = `10.${Math.floor(++networks / 250)}.${networks % 250}.9`, origin = env().FOYER_ORIGIN } = {},
): Promise<number> {
  const headers = { origin, "x-forwarded-for": from, ...more };
  const body = new URLSearchParams(sent);
  const answered = await POST(new Request(`${env().FOYER_ORIGIN}/api/opened`, { method: "POST", headers, body }));
  assert.equal(answered.headers.get("set-cookie"), null);
  return answered.status;
}

/** Sends what was counted, and returns it as the service gets it. */
async function counts(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  service.behave(answers({ successful: true }));
  await sendOpened();
  return received();
}

function received(): readonly Readonly<Record<string, unknown>>[] {
  return service.received.flatMap(({ body }) => JSON.parse(body).counts).map(({ kind: _, ...row }) => row);
}

beforeEach(async () => {
  await counts();
});

test("page views are counted by link, embed, campaign, event and hour, and nothing else of them is sent", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-30T14:20:30Z") });
  for (const query of [
    "ref=dj-kim&utm_source=a&utm_term=x&gclid=secret&code=SECRET&return=3%3A%2F",
    "ref=dj-kim&utm_source=a",
  ])
    assert.equal(await open({ path: "/en/events/12", query }), 204);
  await open(
    { path: "/de/embed/events/12", query: "embed=longlight.example" },
    { more: { cookie: "foyer=x", "user-agent": "y" } },
  );
  await open({ path: "/ar", query: "aff=blog" });
  assert.deepEqual(await counts(), [
    { ref: "dj-kim", utm: { source: "a" }, event: 12, hour: "2026-11-30T14:00:00.000Z", count: 2 },
    { embed: "longlight.example", event: 12, hour: "2026-11-30T14:00:00.000Z", count: 1 },
    { ref: "blog", hour: "2026-11-30T14:00:00.000Z", count: 1 },
  ]);
  assert.deepEqual(await counts(), [], "what was sent is not sent again");
});

test("an address without a mark, of another page, or of another origin is not counted", async () => {
  const refused = [
    { path: "/en/events/12", query: "" },
    { path: "/en/events/12", query: "gclid=1&code=A&utm_term=x" },
    { path: "/en/sales/secret", query: "ref=a" },
    { path: "/en/checkout/pay", query: "ref=a" },
    { path: "/en/promoter/venues", query: "ref=a" },
    { path: "//evil.example", query: "ref=a" },
    { path: "/en" },
  ];
  for (const sent of refused) assert.equal(await open(sent), 400, JSON.stringify(sent));
  const right = { path: "/en", query: "ref=a" };
  for (const origin of ["https://evil.example", "null", ""]) assert.equal(await open(right, { origin }), 403);
  assert.equal(await open({ ...right, path: `/${"x".repeat(17_000)}` }), 413);
  assert.deepEqual(await counts(), []);
  assert.equal(await open(right), 204, "control");
  assert.equal((await counts()).length, 1);
});

test("of a thousand page views of one network 300 a minute count, and another network's count beside them", async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 1_000; at += 1)
    statuses.push(await open({ path: "/en", query: `ref=invented-${at}` }, { from: "192.0.2.7" }));
  assert.equal(statuses.filter((status) => status === 204).length, 300);
  assert.equal(statuses.filter((status) => status === 429).length, 700);
  assert.equal(await open({ path: "/en", query: "ref=dj-kim" }), 204);
  assert.equal((await counts()).length, 301);
});

test("a thousand names of many networks are sent at once, and no more than a thousand are kept", async (t) => {
  const last = Promise.withResolvers<void>();
  service.behave((response, request) => {
    answers({ successful: true })(response, request);
    if (received().length >= 1_000) last.resolve();
  });
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 60_000 });
  for (let at = 0; at < 2_500; at += 1) await open({ path: "/en", query: `ref=invented-${at}` });
  await last.promise;
  assert.equal(received().length, 1_000);
  assert.equal((await counts()).length, 1_000, "the next call waits for a second");
});

test("rows of the longest texts are sent in parts that the service takes", async () => {
  for (let at = 0; at < 300; at += 1) {
    const text = `${at}${"\u5c71".repeat(197)}`;
    await open({
      path: "/en/events/12",
      query: `${new URLSearchParams({ ref: text, utm_source: text, utm_medium: text })}`,
    });
  }
  assert.equal((await counts()).length, 300);
  for (const { body } of service.received) assert.ok(Buffer.byteLength(body) < 1024 * 1024);
});

test("a text that the service refuses is cleaned, and the page views beside it arrive", async () => {
  service.behave(answers({ successful: true }));
  const queries = ["ref=a%E2%80%AEb", `ref=${"x".repeat(199)}%F0%9F%98%80`, "utm_source=%07", "ref=dj-kim"];
  for (const query of queries) await open({ path: "/en", query });
  assert.deepEqual(
    (await counts()).map(({ ref }) => ref),
    ["ab", "x".repeat(199), "dj-kim"],
  );
});

test("another site that a visitor opens uses up none of their network's page views", async () => {
  const from = "192.0.3.7";
  const right = { path: "/en", query: "ref=dj-kim" };
  for (let at = 0; at < 400; at += 1) assert.equal(await open(right, { from, origin: "https://evil.example" }), 403);
  assert.equal(await open(right, { from }), 204);
});

test("a stop waits for the call under way, and sends what that one did not bring", async () => {
  await open({ path: "/en", query: "ref=dj-kim" });
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  service.behave(
    inTurn(
      async (response, request) => {
        begun.resolve();
        await answer.promise;
        answers({ successful: false, errors: [] }, 429)(response, request);
      },
      answers({ successful: true }),
    ),
  );
  void sendOpened();
  await begun.promise;
  const stopped = finishWork();
  answer.resolve();
  await stopped;
  assert.deepEqual(
    received().map(({ ref }) => ref),
    ["dj-kim", "dj-kim"],
  );
  assert.deepEqual(await counts(), []);
});

test("what a busy service has not got is sent again, and what it refuses or has no call for is not", async () => {
  for (const [status, kept] of [
    [429, 1],
    [500, 0],
    [400, 0],
    [404, 0],
  ] as const) {
    await open({ path: "/en", query: "ref=dj-kim" });
    service.behave(answers({ successful: false, errors: [] }, status));
    await sendOpened();
    assert.equal((await counts()).length, kept, `${status}`);
  }
});
