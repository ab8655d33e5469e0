import { expect, type OtherShop, test } from "#e2e/support/other-storefront-test.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function eventNamed(shop: OtherShop, name: string) {
  return [...shop.service.catalogue.events.values()].find((one) => one.name === name);
}

/** Returns the day of an event's first date, as the venue's calendar has it. */
function dayOf(shop: OtherShop, name: string): string {
  const startsAt = eventNamed(shop, name)?.dates[0]?.startsAt ?? new Date(Number.NaN);
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Auckland", dateStyle: "short" });
  return parts.format(startsAt);
}

test.describe("A service that cannot search", { tag: ["@once", "@catalogue", "@sandbox"] }, () => {
  test("P11: lists, finds and shows its events by month, each with price and state, which its summaries leave out", async ({
    page,
    shop,
  }) => {
    await test.step("the list", async () => {
      await page.goto(`${shop.address}/en`);
      const card = (name: string) => page.getByRole("main").getByRole("link").filter({ hasText: name });
      await expect(card("The Tide Organ").first()).toContainText("From NZ$20.00");
      await expect(card("Night Ferry").first()).toContainText("Sold out");
      await expect(card("Open Rehearsal").first()).toContainText("Free");
      await expect(card("Glass Harbour").first()).toContainText("From NZ$27.10");
    });
    await test.step("the search", async () => {
      const found = page.getByRole("main").getByRole("status");
      const results = page.getByRole("region", { name: /event|found|matches/i });
      await page.goto(`${shop.address}/en/search?q=CHOIR+organ`);
      await expect(found).toHaveText("1 event for “CHOIR organ”");
      await expect(page.getByRole("searchbox")).toHaveAccessibleDescription(
        "Searches names and descriptions of events, and their venues.",
      );
      await expect(results.getByRole("link", { name: /The Tide Organ/ })).toBeVisible();
      await expect(
        page.getByRole("combobox", { name: "Venue" }).getByRole("option", { name: /The Long Barn/ }),
      ).toHaveCount(1);

      await page.goto(`${shop.address}/en/search?q=long+table&venue=72`);
      await expect(found).toHaveText("1 event for “long table”");
      await page.goto(`${shop.address}/en/search?q=long+table&venue=71`);
      await expect(found).toHaveText("No events for “long table”");

      const day = dayOf(shop, "Night Ferry");
      await page.goto(`${shop.address}/en/search?q=ferry&from=${day}&to=${day}`);
      await expect(results.getByRole("link", { name: /Night Ferry/ })).toBeVisible();
      const before = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
      await page.goto(`${shop.address}/en/search?q=ferry&from=${before}&to=${before}`);
      await expect(found).toHaveText("No events for “ferry”");
    });
    await test.step("the calendar", async () => {
      const month = (name: string) => dayOf(shop, name).slice(0, 7);
      await page.goto(`${shop.address}/en/calendar/${month("Night Ferry")}`);
      const table = page.getByRole("table");
      await expect(table.getByRole("link", { name: /Night Ferry/ })).toContainText("Sold out");
      const calls = () => shop.service.received.filter((call) => /offering|facets|eventDates/.test(call)).length;
      const before = calls();
      await page.goto(`${shop.address}/en/calendar/${month("Small Hours")}`);
      await expect(table.getByRole("link", { name: /Small Hours/ })).toBeVisible();
      await page.getByRole("link", { name: /^Next month/ }).click();
      await expect(table).toBeVisible();
      expect(calls(), "a second month costs no request").toBe(before);

      await page.goto(`${shop.address}/en/calendar/${month("Small Hours")}`);
      const entry = page.getByRole("link", { name: /Small Hours/ });
      await entry.filter({ visible: true }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "Small Hours" })).toBeVisible();
      const sitemap = await (await page.request.get(`${shop.address}/sitemaps/events-1.xml`)).text();
      for (const name of ["The Tide Organ", "Night Ferry"])
        expect(sitemap).toContain(`/events/${eventNamed(shop, name)?.id}<`);
    });
  });
});
