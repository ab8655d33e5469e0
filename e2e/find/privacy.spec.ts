import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";

const { language } = words;

test("53: no page before a purchase makes a request to another origin or sets a cookie", {
  tag: ["@once", "@catalogue"],
}, async ({ page, env, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  const foreignRequests = requestsToOtherOrigins(page, env.address);
  for (const path of [
    "",
    `/events/${event.id}`,
    `/search?q=${encodeURIComponent(event.name)}`,
    "/calendar",
    "/cart",
    "/nowhere",
    "/promoter/sign-in",
  ])
    await page.goto(`/${language}${path}`);
  await page.goto("/ar");
  expect(foreignRequests).toEqual([]);
  expect(await page.context().cookies(env.address)).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
});

test("53: no page of a purchase makes a request to another origin, and stores HttpOnly cookies and the mark of a cart alone", {
  tag: ["@once", "@purchase", "@buys"],
}, async ({ page, env, anyTickets, cart, checkout, tickets, buyer }) => {
  const foreignRequests = requestsToOtherOrigins(page, env.address);
  await anyTickets.reserve();
  expect(await readableCookies(page)).toEqual([
    [cookieAt(env.address, "foyer-cart"), "1", env.address.startsWith("https:"), "Lax"],
  ]);
  await checkout.submitDetails(buyer);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(1);
  expect(foreignRequests).toEqual([]);
  expect((await page.context().cookies(env.address)).length).toBeGreaterThan(0);
  expect(await readableCookies(page)).toEqual([]);
  await expect(cart.emptyLink).toBeVisible();
});

/** Returns what a script may read, with `secure` and `sameSite`. */
async function readableCookies(page: Page): Promise<readonly (readonly unknown[])[]> {
  const cookies = await page.context().cookies();
  return cookies
    .filter(({ httpOnly }) => !httpOnly)
    .map(({ name, value, secure, sameSite }) => [name, value, secure, sameSite]);
}

function requestsToOtherOrigins(page: Page, address: string): readonly string[] {
  const { origin: own } = new URL(address);
  const requests: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== own && !["data:", "blob:"].includes(protocol)) requests.push(request.url());
  });
  return requests;
}
