import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { COMMON_RANGE } from "./title-fonts.ts";

const home = await mkdtemp(join(tmpdir(), "foyer-page-cache-"));
after(() => rm(home, { recursive: true, force: true }));
await mkdir(join(home, ".next"));
await writeFile(join(home, ".next", "BUILD_ID"), "build-1\n");
process.chdir(home);
applySettings({ FOYER_DATA: home });
const { default: PageCache } = await import("#cache/pages.ts");

const { isFreshEntry } = await import("#cache/fresh-pages.ts");

const page = (status?: number) => ({
  kind: "APP_PAGE",
  html: "<!doctype html>",
  ...(status !== undefined && { status }),
});

test("stores existing pages on the disk, and nothing of invented URLs", async () => {
  const cache = new PageCache();
  for (let made = 1; made <= 20; made += 1) {
    await cache.set(`mark of event ${made}`, { kind: "FETCH", revalidate: 300 }, {});
    await cache.set(`/en/events/${made}`, page(404), {});
  }
  await cache.set("/en/events/nothing", null, {});
  assert.deepEqual(await readdir(join(home, "storefront", "pages")).catch(() => []), []);
  await cache.set("/en/events/21", page(), {});
  const builds = await readdir(join(home, "storefront", "pages"));
  assert.match(builds.join(), /^build-1-\w{12}$/);
  assert.equal((await readdir(join(home, "storefront", "pages", ...builds))).length, 1);
  assert.notEqual(await cache.get("mark of event 20", {}), null);
});

test("caches no refusal or fault of a route, and keeps the cached answer", async () => {
  const cache = new PageCache();
  const route = (status: number, body: string) => ({ kind: "APP_ROUTE", status, body });
  for (const status of [400, 405, 429, 500, 503]) {
    await cache.set("/en/events.json", route(status, ""), {});
    assert.equal(await cache.get("/en/events.json", {}), null, String(status));
  }
  await cache.set("/en/events.json", route(200, "{}"), {});
  await cache.set("/en/events.json", route(405, ""), {});
  assert.deepEqual((await cache.get("/en/events.json", {}))?.value, route(200, "{}"));
});

test("a stored page has its stylesheets, which its policy allows, the fonts of its titles, those of its text late, and a version of its own", async () => {
  const cache = new PageCache();
  await mkdir(join(home, ".next", "static", "chunks"), { recursive: true });
  await mkdir(join(home, ".next", "static", "media"), { recursive: true });
  await writeFile(join(home, ".next", "static", "media", "titles.p.1a-b.woff2"), "font");
  await mkdir(join(home, "app", "fonts"), { recursive: true });
  await writeFile(join(home, "app", "fonts", "titles-common.woff2"), "common");
  const ofSystem = "@font-face{font-family:f;src:local(Arial)}";
  const titles = (folder: string, display = "optional") =>
    ["U+??", "U+14C-14D,U+16A"]
      .map(
        (letters) =>
          `@font-face{unicode-range:${letters};font-family:t;src:url(${folder}/media/titles.p.1a-b.woff2);font-display:${display};font-weight:600 800}`,
      )
      .join("");
  await writeFile(
    join(home, ".next", "static", "chunks", "a.css"),
    `p{color:red}@font-face{src:url(../media/f.woff2)}${ofSystem}${titles("..")}`,
  );
  const link = (href: string) => `<link rel="stylesheet" href="${href}" data-precedence="next"/>`;
  const preload = '<link rel="preload" href="/_next/static/media/f.woff2" as="font" crossorigin=""/>';
  const ofTitles = preload.replace("f.woff2", "titles.p.1a-b.woff2");
  const rendered = `<head>${ofTitles}${preload}${link("/_next/static/chunks/a.css")}${link("/brand.css")}${link("/gone.css")}</head><h1>Te Po</h1></html>`;
  const value = { kind: "APP_PAGE", html: rendered, headers: {} };
  await cache.set("/en/events/31", value, {});
  const stored = (await cache.get("/en/events/31", {}))?.value as { html: string; headers: Record<string, string> };

  const fonts = "@font-face{src:url(/_next/static/media/f.woff2)}";
  assert.ok(
    stored.html.startsWith(
      `<head>${ofTitles.replace("<link", '<link media="not all"')}${preload.replace("href", "data-late")}<style>p{color:red}${ofSystem}</style>`,
    ),
    stored.html,
  );
  const face = (unicodeRange: string, file = "font") => [
    "t",
    Buffer.from(file).toString("base64"),
    { weight: "600 800", unicodeRange },
  ];
  const late = (rules: string, ...faces: unknown[]) =>
    `<style media="not all" data-late="" data-faces='${JSON.stringify(faces)}'>${rules}</style>`;
  const storedWith = async (letters: string) => {
    await cache.set("/en/events/32", { ...value, html: rendered.replace("Te Po", letters) }, {});
    const again = (await cache.get("/en/events/32", {}))?.value as { html: string };
    return again.html;
  };
  const further = `${fonts}${titles("/_next/static", "swap")}`;
  assert.ok(stored.html.includes(late(further, face(COMMON_RANGE, "common"))), stored.html);
  assert.ok((await storedWith("‘Español’ · …")).includes(late(further, face(COMMON_RANGE, "common"))));
  assert.ok((await storedWith("Té")).includes(late(fonts, face("U+??"))));
  assert.ok((await storedWith("Té Pō")).includes(late(fonts, face("U+??"), face("U+14C-14D,U+16A"))));
  assert.ok((await storedWith("Te Pō")).includes(late(further, face(COMMON_RANGE, "common"), face("U+14C-14D,U+16A"))));
  assert.ok(stored.html.includes(`<noscript><style>${fonts}${titles("/_next/static")}</style></noscript>`));
  for (const href of ["/_next/static/chunks/a.css", "/brand.css"])
    assert.ok(
      stored.html.includes(`<link rel="stylesheet" data-late="${href}" data-precedence="next" media="not all"/>`),
    );
  assert.ok(stored.html.includes(link("/gone.css")));
  const policy = stored.headers["content-security-policy"] ?? "";
  for (const [, text = ""] of stored.html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) {
    const hash = createHash("sha256").update(text).digest("base64");
    assert.ok(policy.includes(`style-src 'self' 'sha256-`) && policy.includes(`'sha256-${hash}'`), policy);
  }
  assert.doesNotMatch(policy, /unsafe-inline/);
  assert.match(stored.headers["x-foyer-page-version"] ?? "", /^[\w-]{22}$/);
  // The answer to the request that rendered the page is the page as it was rendered.
  assert.deepEqual([value.html, Object.keys(value.headers)], [rendered, ["content-security-policy"]]);
});

test("the policy of a page allows its scripts as they were rendered, and as they are stored", async () => {
  const large = `(globalThis.TURBOPACK ||= []).push([1, 23, (e) => {${"a();".repeat(30_000)}}]);`;
  await writeFile(join(home, ".next", "static", "chunks", "large.js"), large);
  const list = (modules: string) =>
    `(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/large.js"],"runtimeModuleIds":${modules}});`;
  const cache = new PageCache();
  const value = { kind: "APP_PAGE", html: `<head></head><script id="_R_">${list("[7]")}</script>`, headers: {} };
  await cache.set("/en/events/51", value, {});
  const stored = (await cache.get("/en/events/51", {}))?.value as { html: string; headers: Record<string, string> };
  assert.ok(stored.html.includes(list("[23]")), stored.html);
  for (const modules of ["[7]", "[23]"]) {
    const hash = `'sha256-${createHash("sha256").update(list(modules)).digest("base64")}'`;
    assert.ok(stored.headers["content-security-policy"]?.includes(hash), modules);
  }
});

test("a page that is stored again, after a rendering that failed, stays as it is", async () => {
  const cache = new PageCache();
  const html = '<head><link rel="stylesheet" href="/brand.css" data-precedence="brand"/></head>';
  await cache.set("/en/events/61", { kind: "APP_PAGE", html, headers: {} }, {});
  const stored = (await cache.get("/en/events/61", {}))?.value ?? null;
  const before = structuredClone(stored) as { readonly headers: Record<string, string> };
  await cache.set("/en/events/61", stored, { cacheControl: { revalidate: 3 } });
  const after = (await cache.get("/en/events/61", {}))?.value as { headers: Record<string, string> };
  const entry = { "x-foyer-page-entry": "" };
  assert.deepEqual(
    { ...after, headers: { ...after.headers, ...entry } },
    { ...before, headers: { ...before.headers, ...entry } },
  );
});

test("an entry is fresh until a tag of it is marked, its time is over or it is stored anew", async (context) => {
  const cache = new PageCache();
  const key = "/route-cache/APP_PAGE/7f/$/en/events/41";
  const value = () => ({
    kind: "APP_PAGE",
    html: "<head></head>",
    headers: { "x-next-cache-tags": "event:41,events" },
  });
  const storeAt = async (madeAt: number, cacheControl: object): Promise<string> => {
    context.mock.timers.setTime(madeAt);
    await cache.set(key, value(), { cacheControl });
    return Object((await cache.get(key, {}))?.value).headers["x-foyer-page-entry"];
  };
  const now = Date.now();
  context.mock.timers.enable({ apis: ["Date"], now });

  const first = await storeAt(now - 200_000, { revalidate: 300 });
  assert.match(first, /^[\da-f-]{36} [\w-]{22} \d+ \/route-cache\/APP_PAGE\/7f\/\$\/en\/events\/41$/);
  assert.equal(isFreshEntry(first), true);
  for (const other of [`${first}2`, first.replace(/^[\da-f-]{36}/, crypto.randomUUID())])
    assert.equal(isFreshEntry(other), false, other);
  const second = await storeAt(now - 100_000, { revalidate: 300 });
  assert.deepEqual([isFreshEntry(first), isFreshEntry(second)], [false, true], "stored anew");

  assert.equal(isFreshEntry(await storeAt(now - 301_000, { revalidate: 300 })), false);
  assert.equal(isFreshEntry(await storeAt(now - 61_000, { revalidate: 300, expire: 60 })), false);
  assert.equal(isFreshEntry(await storeAt(now, { revalidate: false })), false);

  const marked = await storeAt(now, { revalidate: 300 });
  assert.equal(isFreshEntry(marked), true);
  context.mock.timers.tick(1);
  await cache.revalidateTag("event:41", { expire: 60 });
  assert.equal(isFreshEntry(marked), false);
  assert.equal(
    Object((await cache.get(key, {}))?.value).headers["x-foyer-page-entry"],
    undefined,
    "a stale one has no name",
  );
  const expired = await storeAt(now + 2, { revalidate: 300 });
  assert.equal(isFreshEntry(expired), true);
  context.mock.timers.tick(1);
  await cache.revalidateTag("events");
  assert.equal(isFreshEntry(expired), false);
});

test("an entry whose key no header can have has no name", async () => {
  const cache = new PageCache();
  await cache.set("/$/en/é", { kind: "APP_PAGE", html: "<head></head>", headers: {} }, {});
  const { headers } = Object((await cache.get("/$/en/é", {}))?.value);
  assert.deepEqual(Object.keys(headers).toSorted(), ["content-security-policy", "x-foyer-page-version"]);
});
