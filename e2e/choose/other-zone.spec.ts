import { expect, test } from "#e2e/support/fixtures.ts";
import { noticeableShifts } from "#e2e/support/paints.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, like } = words;

/** Returns a zone whose times differ from those of the venue. */
const elsewhere = (zone: string) => (/^(Asia\/|Indian\/)/.test(zone) ? "America/St_Johns" : "Asia/Kathmandu");

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

for (const viewport of SCREENS)
  test(`52: pages with times do not move for a reader in another time zone, on a screen of ${viewport.width} pixels`, {
    tag: ["@catalogue", "@once"],
  }, async ({ browser, env, catalogue }) => {
    const { event } = await catalogue.eventOnSale("has one date", ({ length }) => length === 1);
    const timezoneId = elsewhere(event.venue.timeZone);
    const context = await browser.newContext({ baseURL: env.address, timezoneId, viewport });
    const page = await context.newPage();
    for (const path of [`/events/${event.id}`, `/embed/events/${event.id}`]) {
      // The first request renders the page; the next one gets the stored page.
      await page.request.get(`/${language}${path}`);
      await page.goto(`/${language}${path}`);
      await expect(page.getByText(like("Event.picker.yourTime"))).toBeVisible();
      expect(await noticeableShifts(page), path).toEqual([]);
    }
    await page.goto(`/${language}/calendar`);
    await untilHydrated(page.getByRole("banner").getByRole("link").first());
    expect(await noticeableShifts(page), "calendar").toEqual([]);
    await context.close();
  });
