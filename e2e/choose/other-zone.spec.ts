import { untilHydrated } from "#e2e/pages/click-hydrated.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { layoutShifts } from "#e2e/support/paints.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

const { language, like } = words;

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

for (const viewport of SCREENS)
  test(`52: pages with times do not move for a reader in another time zone, on a screen of ${viewport.width} pixels`, {
    tag: ["@service", "@once"],
  }, async ({ browser, env, serviceClient, uniqueName }) => {
    const one = await serviceClient.putOnSale({ name: uniqueName("Westward Ho") });
    const several = await serviceClient.putOnSale({
      name: uniqueName("Eastward Ho"),
      dates: [wallTime(20), wallTime(21), wallTime(22)],
    });
    const context = await browser.newContext({ baseURL: env.address, timezoneId: "Europe/London", viewport });
    const page = await context.newPage();
    for (const { eventId } of [one, several])
      for (const path of [`/events/${eventId}`, `/embed/events/${eventId}`]) {
        // The answer that renders a page is not the one that is stored.
        await page.request.get(`/${language}${path}`);
        await page.goto(`/${language}${path}`);
        await expect(page.getByText(like("Event.picker.yourTime"))).toBeVisible();
        expect(await layoutShifts(page), path).toEqual([]);
      }
    await page.goto(`/${language}/calendar`);
    await untilHydrated(page.getByRole("banner").getByRole("link").first());
    expect(await layoutShifts(page), "calendar").toEqual([]);
    await context.close();
  });
