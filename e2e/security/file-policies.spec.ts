import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "#e2e/support/fixtures.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";
import { startStorefront } from "#service/conformance/other-service/storefront.ts";

const PICTURE = "default-src 'none'; sandbox";
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CARD_OF_LIST = /\/\w+\/opengraph-image[\w-]*\/[^"&]+/;
const CARD_OF_EVENT = /\/\w+\/events\/\d+\/opengraph-image[\w-]*\/[^"&]+/;

test("each file has the policy of its kind, and no other", { tag: ["@sandbox", "@catalogue", "@once"] }, async ({
  request,
  catalogue,
  words,
}) => {
  const [event] = await catalogue.pricedEvents();
  const list = await (await request.get(`/${words.language}`)).text();
  const [picture = ""] = /\/pictures\/[\w./-]+/.exec(list) ?? [];
  const eventPage = await (await request.get(`/${words.language}/events/${event?.id}`)).text();
  const [shareCard = ""] = CARD_OF_EVENT.exec(eventPage) ?? [];
  const [listCard = ""] = CARD_OF_LIST.exec(list) ?? [];

  for (const [path, policy] of [
    [picture, PICTURE],
    ["/pictures/unknown/720.avif", PICTURE],
    ["/brand/icon.svg", DRAWING],
    ["/brand/icon-180.png", DRAWING],
    ["/brand/logo", DRAWING],
    ["/favicon.ico", DRAWING],
    [`/poster/${event?.id}.svg`, DRAWING],
    [shareCard, DATA],
    [listCard, DATA],
    [`/${words.language}/events.json`, DATA],
    [`/${words.language}/events.ics?group=1`, DATA],
    ["/oembed", DATA],
    [`/${words.language}/events/${event?.id}/reminder`, DATA],
    ["/brand.css", DATA],
    ["/sitemap.xml", DATA],
    [`/sitemaps/${words.language}-0.xml`, DATA],
    ["/robots.txt", DATA],
    ["/manifest.webmanifest", DATA],
    ["/.well-known/foyer-environment", DATA],
    ["/api/health", DATA],
  ] as const) {
    const headers = (await request.get(path)).headersArray();
    const policies = headers.filter(({ name }) => name.toLowerCase() === "content-security-policy");
    expect(
      policies.map(({ value }) => value),
      path,
    ).toEqual([policy]);
  }
  expect((await request.get("/en/qr-test")).headers()["content-security-policy"]).toMatch(
    /^default-src 'self'; script-src 'self' 'nonce-[^']+'; .*frame-ancestors 'none'$/,
  );
});

test("a logo that has a script runs none when it is opened by itself", {
  tag: ["@sandbox", "@once"],
}, async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-logo-"));
  const logo = join(folder, "logo.svg");
  await writeFile(logo, `<svg xmlns="http://www.w3.org/2000/svg"><script>console.log("the script ran")</script></svg>`);
  const service = await startOtherService();
  const shop = await startStorefront(service, { settings: { BRAND_LOGO: logo } });
  const printed: string[] = [];
  page.on("console", (message) => message.type() === "log" && printed.push(message.text()));
  try {
    await expect.poll(shop.isReady, { timeout: 30_000 }).toBe(true);
    const answer = await page.goto(`${shop.address}/brand/logo`);
    expect([answer?.status(), answer?.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect(printed).toEqual([]);
    // The control: without its policy the same answer runs the script.
    await page.route("**/brand/logo", async (route) => {
      const { "content-security-policy": _, ...headers } = (await route.fetch()).headers();
      await route.fulfill({ path: logo, headers });
    });
    await page.goto(`${shop.address}/brand/logo`);
    expect(printed).toEqual(["the script ran"]);
  } finally {
    await shop.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
});
