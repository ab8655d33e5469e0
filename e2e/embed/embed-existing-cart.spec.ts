import { clickHydrated } from "#e2e/pages/click-hydrated.ts";
import { element } from "#e2e/pages/embedding-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like } = words;

// A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ extraHTTPHeaders: {} });

test("adds tickets chosen in an embed to the reserved ones of the same event", {
  tag: ["@purchase", "@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("The Twice Embedded"),
    ticketTypes: [
      { name: "Stalls", price: "45.00", fee: "2.50" },
      { name: "Gallery", price: "20.00", fee: "1.00" },
    ],
  });
  const promoter = await openPromoterPage({ "/": element(env.address, eventId) });
  const frame = page.frameLocator("foyer-tickets iframe");
  for (const name of ["Stalls", "Gallery", "Gallery"]) {
    await page.goto(promoter.registered);
    await clickHydrated(frame.getByRole("group", { name }).getByRole("button", { name: like("Event.picker.more") }));
    await frame.getByRole("button", { name: text("Event.picker.reserve") }).click();
    await page.waitForURL(`${env.address}/${language}/checkout`);
  }
  await expect(page.getByRole("listitem").filter({ hasText: "1 × Stalls" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "2 × Gallery" })).toBeVisible();
  await promoter.close();
});
