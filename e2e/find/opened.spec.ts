import type { Page, Request } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text } = words;

const isCount = (request: Request) => new URL(request.url()).pathname === "/api/opened";

/** Records what a page sends beside reads, and what is counted. */
function sentBy(page: Page): { readonly writes: readonly string[]; readonly counts: readonly unknown[] } {
  const sent = { writes: [] as string[], counts: [] as unknown[] };
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.writes.push(new URL(request.url()).pathname);
    if (isCount(request)) sent.counts.push(request.postDataJSON());
  });
  return sent;
}

/** Opens a page by a link with a mark, and waits until it was counted: what any page before it has sent is sent by then. */
async function openCounted(page: Page, path: string): Promise<Request> {
  const [request] = await Promise.all([page.waitForRequest(isCount), page.goto(path)]);
  expect((await request.response())?.status()).toBe(204);
  return request;
}

test("52: a page without ref, utm_* or the mark of an embed sends nothing", {
  tag: ["@catalogue", "@once"],
}, async ({ page, env, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  const group = /groups\/\d+/.exec((await catalogue.eventInGroup()).groups[0]?.url ?? "")?.[0];
  const sent = sentBy(page);
  const header = page.getByRole("link", { name: text("Common.search") });
  for (const path of [
    "",
    "?",
    `/events/${event.id}`,
    `/events/${event.id}?code=SAVE10&date=1&gclid=g1&return=3%3A%2F&other=x`,
    `/events/${event.id}/tickets`,
    `/${group}`,
    "/calendar",
    `/search?q=${encodeURIComponent(event.name)}`,
    "/cart",
  ]) {
    await page.goto(`/${language}${path}`);
    await untilHydrated(header.first());
  }
  for (const path of ["events", `events/${event.id}`, `${group}`]) {
    await page.goto(`/${language}/embed/${path}`);
    await expect(page.getByRole("main")).toBeVisible();
  }
  await openCounted(page, `/${language}?ref=control`);
  expect(sent.writes).toEqual(["/api/opened"]);
  expect(sent.counts).toEqual([{ path: `/${language}`, query: "ref=control" }]);
  expect(await page.context().cookies(env.address)).toEqual([]);
});

test("52: a link's page is counted once, also after going back to it, with the fields of its mark and no cookie", {
  tag: ["@catalogue", "@once"],
}, async ({ page, env, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  await page.context().addCookies([{ name: "other", value: "1", url: env.address }]);
  const sent = sentBy(page);
  const path = `/${language}/events/${event.id}`;
  const query = "ref=dj-kim&utm_source=poster&embed=longlight.example";
  const request = await openCounted(page, `${path}?code=SECRET&${query}&gclid=g1`);
  expect(await request.headerValue("cookie")).toBeNull();
  expect(sent.counts).toEqual([{ path, query }]);

  await page.goto(`/${language}/accessibility`);
  await page.goBack();
  await untilHydrated(page.getByRole("link", { name: text("Common.search") }).first());
  await page.getByRole("link", { name: text("Common.findTickets") }).click();
  await page.waitForURL(/\/find-tickets/);
  await page.goBack();
  await page.waitForURL(/ref=dj-kim/);
  await openCounted(page, `/${language}?aff=another`);
  expect(sent.counts).toEqual([
    { path, query },
    { path: `/${language}`, query: "ref=another" },
  ]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
});

test("52: a link to the list is still known where tickets are chosen, and counts once", {
  tag: ["@service", "@once"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId, name } = await serviceClient.putOnSale({ name: uniqueName("The Linked Play") });
  const sent = sentBy(page);
  await openCounted(page, `/${language}?ref=dj-kim&gclid=g1&return=3%3A%2Fthanks`);
  await page.getByRole("searchbox", { name: text("List.find") }).fill(name);
  await page.getByRole("searchbox", { name: text("List.find") }).press("Enter");
  await page.waitForURL(/\/search\?/);
  const link = page.getByRole("main").getByRole("link", { name }).first();
  await untilHydrated(link);
  await link.click();
  await page.waitForURL(new RegExp(`/events/${eventId}\\?`));
  for (const [field, value] of [
    ["ref", "dj-kim"],
    ["gclid", "g1"],
    ["return", "3:/thanks"],
  ] as const)
    await expect(page.locator(`input[type="hidden"][name="${field}"]`)).toHaveValue(value);
  // The id of a click alone is no mark: it is kept, and not counted.
  await page.goto(`/${language}/search?q=${encodeURIComponent(name)}&msclkid=m1`);
  await untilHydrated(link);
  await link.click();
  await page.waitForURL(/msclkid=m1/);
  await page.waitForURL(new RegExp(`/events/${eventId}\\?`));
  await expect(page.locator('input[type="hidden"][name="msclkid"]')).toHaveValue("m1");
  await openCounted(page, `/${language}?ref=control`);
  expect(sent.counts).toHaveLength(2);
});
