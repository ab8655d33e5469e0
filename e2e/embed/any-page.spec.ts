import type { Page } from "@playwright/test";
import { element, receivedEvents } from "#e2e/pages/embedding-page.ts";
import { isAvailable, type PublishedDate } from "#e2e/support/catalogue.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { required } from "#e2e/support/target/env.ts";
import { sendBasicAcrossSites } from "#e2e/support/target/network.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text, like } = words;
/** A frame that never answers is given up after this time. */
const GIVE_UP_MS = 30_000;

// A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ extraHTTPHeaders: {} });

test.beforeEach(({ page, env }) => sendBasicAcrossSites(page, env));

/**
 * Serves the page at a registered origin and returns its address. Only a server on this machine can serve a page of a loopback
 * address; for any other origin the browser's requests are answered here.
 */
async function serveRegistered(page: Page, origin: string, html: string) {
  const promoter = await openPromoterPage({ "/": { html } });
  if (new URL(origin).hostname === "127.0.0.1") return { address: promoter.registered, close: promoter.close };
  // Chromium lets a public page load from this machine only with a permission.
  await page.context().grantPermissions(["local-network-access"], { origin });
  const body = `<!doctype html><html lang="en"><title>Promoter</title><body>${html}`;
  await page.route(
    (url) => url.origin === origin,
    (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }),
  );
  return { address: origin, close: promoter.close };
}

test("P22: on a page that no storefront registers the plain link stays, and the page gets the error code", {
  tag: ["@catalogue", "@once"],
}, async ({ page, env, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  const promoter = await openPromoterPage({ "/": element(env.address, event.id) });
  await page.goto(promoter.unregistered);
  await expect.poll(() => receivedEvents(page), { timeout: GIVE_UP_MS }).toEqual([["error", { code: "blocked" }]]);
  await expect(page.getByRole("link", { name: "Buy tickets" })).toBeVisible();
  await promoter.close();
});

test("an embed without an event keeps the plain link, and the page gets the error code", {
  tag: ["@catalogue", "@once"],
}, async ({ page, env }) => {
  const promoter = await openPromoterPage({ "/": { html: element(env.address, 1).html.replace('event="1"', "") } });
  await page.goto(promoter.unregistered);
  await expect.poll(() => receivedEvents(page), { timeout: GIVE_UP_MS }).toEqual([["error", { code: "no_event" }]]);
  await expect(page.getByRole("link", { name: "Buy tickets" })).toBeVisible();
  await promoter.close();
});

test("P22: any page may load the embed's script, and no page may frame the rest of the storefront", {
  tag: ["@catalogue", "@once"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  const script = await page.request.get("/embed.js");
  expect(script.status()).toBe(200);
  expect(script.headers()["content-type"]).toMatch(/^(text|application)\/javascript/);
  for (const path of ["", `/events/${event.id}`, "/cart", "/promoter/sign-in"]) {
    const policy = (await page.request.get(`/${language}${path}`)).headers()["content-security-policy"];
    expect(policy, path).toMatch(/frame-ancestors 'none'/);
  }
  const policy = (await page.request.get(`/${language}/embed/events/${event.id}`)).headers()["content-security-policy"];
  expect(policy).toMatch(/frame-ancestors (?!'none')/);
  expect(policy).not.toMatch(/frame-ancestors[^;]* \*(;|\s|$)/);
});

test("P21: tickets chosen on a registered page are reserved in the top window, without a cookie in the frame", {
  tag: ["@purchase", "@embed", "@once"],
}, async ({ page, context, env, catalogue, checkout, places }) => {
  const hasTickets = ({ offers }: PublishedDate) => offers.some(isAvailable);
  const { event, dates } = await catalogue.eventOnSale("has tickets left", (dates) => dates.some(hasTickets));
  const date = new URL(dates.find(hasTickets)?.url ?? "").searchParams.get("date");
  const { html } = element(env.address, event.id, `date="${date}"`);
  const promoter = await serveRegistered(page, required(env, "embedOrigin"), html);
  await page.goto(promoter.address);
  const frame = page.frameLocator("foyer-tickets iframe");
  const more = frame.getByRole("button", { name: like("Event.picker.more") });
  await expect(page.getByRole("link", { name: "Buy tickets" })).toBeHidden();
  await clickHydrated(more.and(frame.locator(":not([aria-disabled=true])")).first());
  await expect(frame.getByText(like("Event.picker.chosen"))).toBeVisible();
  expect(await context.cookies(env.address)).toEqual([]);
  await places.take(1);
  await frame.getByRole("button", { name: text("Event.picker.reserve"), exact: true }).click();
  await page.waitForURL(`${env.address}/${language}/checkout`);
  await expect(checkout.timer).toBeVisible();
  await promoter.close();
});
