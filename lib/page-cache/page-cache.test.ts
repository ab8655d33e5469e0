import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";

const home = await mkdtemp(join(tmpdir(), "foyer-page-cache-"));
after(() => rm(home, { recursive: true, force: true }));
await mkdir(join(home, ".next"));
await writeFile(join(home, ".next", "BUILD_ID"), "build-1\n");
process.chdir(home);
applySettings({ FOYER_DATA: home });
const { default: PageCache } = await import("#lib/page-cache/page-cache.ts");
const { setSiteOrigins } = await import("#lib/runtime/site-origins.ts");
const { markChanged, setServiceSilent } = await import("#lib/runtime/catalogue-changes.ts");

const page = (status?: number) => ({
  kind: "APP_PAGE",
  html: "<!doctype html>",
  ...(status !== undefined && { status }),
});

test("stores existing pages on the disk, and nothing of invented URLs", async () => {
  const cache = new PageCache();
  for (let made = 1; made <= 20; made += 1) {
    await cache.set(`mark of event ${made}`, { kind: "FETCH" }, {});
    await cache.set(`/en/events/${made}`, page(404), {});
  }
  await cache.set("/en/events/nothing", null, {});
  assert.deepEqual(await readdir(join(home, "storefront", "pages")).catch(() => []), []);
  await cache.set("/en/events/21", page(), {});
  const builds = await readdir(join(home, "storefront", "pages"));
  assert.match(builds.join(), /^build-1-\w{12}$/);
  assert.equal((await readdir(join(home, "storefront", "pages", ...builds))).length, 1);
  assert.notEqual(await cache.get("mark of event 20"), null);
});

test("caches no refusal or fault of a route, and keeps the cached answer", async () => {
  const cache = new PageCache();
  const route = (status: number, body: string) => ({ kind: "APP_ROUTE", status, body });
  for (const status of [400, 405, 429, 500, 503]) {
    await cache.set("/en/events.json", route(status, ""), {});
    assert.equal(await cache.get("/en/events.json"), null, String(status));
  }
  await cache.set("/en/events.json", route(200, "{}"), {});
  await cache.set("/en/events.json", route(405, ""), {});
  assert.deepEqual((await cache.get("/en/events.json"))?.value, route(200, "{}"));
});

test("a page is stored with its policy, which its first reader gets too", async () => {
  const cache = new PageCache();
  const script = 'self.__next_f.push([1,"a"])';
  const value = { kind: "APP_PAGE", html: `<script>${script}</script>`, headers: {} as Record<string, string> };
  await cache.set("/en/events/31", value, {});
  const stored = (await cache.get("/en/events/31"))?.value as typeof value;
  const hash = createHash("sha256").update(script).digest("base64");
  assert.ok(stored.headers["content-security-policy"]?.includes(`script-src 'self' 'sha256-${hash}';`));
  // Next uses this object for the response to the request that rendered the page.
  assert.equal(value.headers["content-security-policy"], stored.headers["content-security-policy"]);
});

test("P22: an embed is stored with the sites that may frame it at that time, and no other page with any", async () => {
  const cache = new PageCache();
  const framersOf = async (layout: string) => {
    await cache.set("/en/framed", { ...page(), headers: { "x-next-cache-tags": `_N_T_/${layout}/layout` } }, {});
    const stored = (await cache.get("/en/framed"))?.value as { headers?: Record<string, string> } | undefined;
    return /frame-ancestors (.*)/.exec(stored?.headers?.["content-security-policy"] ?? "")?.[1];
  };
  setSiteOrigins(["https://longlight.example"]);
  assert.equal(await framersOf("(frame)/[locale]/embed"), "'self' https://longlight.example");
  assert.equal(await framersOf("[locale]/(shop)"), "'none'");
  setSiteOrigins([]);
  assert.equal(await framersOf("(frame)/[locale]/embed"), "'self'");
});

test("a page without an answer of the service has status 503, and does not replace a stored page", async () => {
  const cache = new PageCache();
  const unavailable = () => ({ ...page(), headers: { "x-next-cache-tags": "status:503" } as Record<string, string> });
  const first = unavailable();
  await cache.set("/en/events/51", first, {});
  assert.deepEqual([Reflect.get(first, "status"), first.headers["retry-after"]], [503, "10"]);
  assert.notEqual(await cache.get("/en/events/51"), null);

  await cache.set("/en/events/52", page(), {});
  await cache.set("/en/events/52", unavailable(), {});
  const kept = (await cache.get("/en/events/52"))?.value as { status?: number };
  assert.equal(kept.status, undefined);
});

const tagged = (tags: string) => ({ ...page(), headers: { "x-next-cache-tags": tags } as Record<string, string> });

test("a page whose tag was marked after it was read is rendered again: first behind the answer, then before it", async () => {
  const cache = new PageCache();
  const now = Date.now();
  const lastModified = async (key: string) => (await cache.get(key))?.lastModified;
  await cache.set("/en/events/61", tagged(`event:61,read:${now - 9_000}`), { cacheControl: { revalidate: 45 } });
  await cache.set("/en/events/62", tagged(`event:62,read:${now - 9_000}`), {});
  await cache.set("/en/events/63", tagged(`event:63,read:${now - 9_000}`), { cacheControl: { revalidate: 45 } });
  assert.equal(await lastModified("/en/events/61"), now - 9_000);

  markChanged(["events", "event:63"], now);
  const behind = await cache.get("/en/events/63");
  assert.deepEqual(behind?.cacheControl, { revalidate: 1 });
  assert.ok((behind?.lastModified ?? 0) > now - 9_000);
  markChanged(["events", "event:61"], now - 5_000);
  assert.equal(await lastModified("/en/events/61"), -1);
  assert.equal(await lastModified("/en/events/62"), now - 9_000, "another event");

  // Read before the change, and stored after it.
  await cache.set("/en/events/61", tagged(`event:61,read:${now - 5_001},read:${now}`), {});
  assert.equal(await lastModified("/en/events/61"), -1);
  await cache.set("/en/events/61", tagged(`event:61,read:${now - 4_000}`), {});
  assert.equal(await lastModified("/en/events/61"), now - 4_000);

  markChanged("everything", now - 3_000);
  assert.equal(await lastModified("/en/events/62"), -1);
});

test("a page of before an older change is rendered before it is sent, also right after a newer one", async () => {
  const cache = new PageCache();
  const now = Date.now();
  await cache.set("/en/events/91", tagged(`event:91,read:${now - 9_000}`), {});
  markChanged(["event:91"], now - 4_000);
  markChanged(["event:91"], now);
  assert.equal((await cache.get("/en/events/91"))?.lastModified, -1);
  await cache.set("/en/events/91", tagged(`event:91,read:${now - 3_000}`), {});
  assert.ok(
    ((await cache.get("/en/events/91"))?.lastModified ?? 0) > now - 3_000,
    "the control: only the newer concerns it",
  );
});

test("the data and the feeds of a page that was marked are rendered again too", async () => {
  const cache = new PageCache();
  const now = Date.now();
  const feed = { kind: "APP_ROUTE", status: 200, headers: { "x-next-cache-tags": `events,read:${now - 9_000}` } };
  await cache.set("/en/events.json", feed, {});
  markChanged(["events"], now - 2_000);
  assert.equal((await cache.get("/en/events.json"))?.lastModified, -1);
});

test("a page that could not be rendered again is sent until the next try", async () => {
  const cache = new PageCache();
  const now = Date.now();
  await cache.set("/en/events/71", tagged(`event:71,read:${now - 9_000}`), {});
  markChanged(["event:71"], now - 2_000);
  const kept = await cache.get("/en/events/71");
  // As Next does it.
  await cache.set("/en/events/71", kept?.value as ReturnType<typeof tagged>, { cacheControl: { revalidate: 3 } });
  assert.ok(((await cache.get("/en/events/71"))?.lastModified ?? 0) >= now);
});

test("while the service does not answer, a page is sent at any age and rendered behind the answer", async (t) => {
  const cache = new PageCache();
  const now = Date.now();
  const cacheControl = { revalidate: 40, expire: 50 };
  await cache.set("/en/events/81", tagged(`event:81,read:${now - 1_000}`), { cacheControl });
  assert.deepEqual((await cache.get("/en/events/81"))?.cacheControl, cacheControl);
  setServiceSilent(true);
  t.after(() => setServiceSilent(false));
  assert.deepEqual((await cache.get("/en/events/81"))?.cacheControl, { revalidate: 40, expire: undefined });
  markChanged(["event:81"], now - 900);
  const behind = await cache.get("/en/events/81");
  assert.deepEqual([behind?.cacheControl, behind?.lastModified === -1], [{ revalidate: 1, expire: undefined }, false]);
});

test("says for how long a shared cache may store a page, but not of the page that answers for an address of an order", async () => {
  const cache = new PageCache();
  for (const [key, kept] of [
    ["nowhere", "public, max-age=0, s-maxage=1, stale-while-revalidate=1"],
    ["link-ended", undefined],
  ] as const) {
    const stored = { ...page(), headers: { "x-next-cache-tags": `_N_T_/[locale]/(shop)/${key}/page,status:404` } };
    await cache.set(`/en/${key}`, stored, {});
    assert.equal(Reflect.get(stored.headers, "cache-control"), kept, key);
  }
});
