import { signInPage } from "#e2e/pages/sign-in.ts";
import { sellByLinks } from "#e2e/support/sold-links.ts";
import { words } from "#e2e/support/words.ts";
import { expect, PICTURES, test } from "./sheet.ts";

const { language, text } = words;

test.describe("Reports", PICTURES, () => {
  test.use({ isWhole: true });

  test("where sales come from", async ({ page, env, serviceClient }) => {
    const sold = await sellByLinks(serviceClient, env, "Harbour Regatta");
    for (const [source, opened, tickets] of [
      [{ ref: sold.ref }, 204, [2, 4, 3]],
      [{ embed: "longlight.example" }, 98, [2, 1]],
      [{ utm: { source: "newsletter", medium: "email", campaign: "spring" } }, 61, [4]],
      [{ ref: "dj-kim" }, 12, []],
    ] as const) {
      await sold.open(source, opened);
      for (const quantity of tickets) await sold.sell(quantity, source);
    }
    await sold.sell(2);
    await sold.sellAtBoxOffice(1);
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await page.goto(`/${language}/promoter/reports/sources?time=from&event=${sold.eventId}`);
    await expect(page.getByRole("row").last()).toContainText(text("Reports.all"));
  });

  test("a partner’s page", async ({ page, env, serviceClient }) => {
    const sold = await sellByLinks(serviceClient, env, "Harbour Regatta");
    await sold.open({ ref: sold.ref }, 1_204);
    for (const quantity of [2, 4, 1]) await sold.sell(quantity, { ref: sold.ref });
    await page.goto(`/${language}/partner/${await sold.partnerKey(true)}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(sold.linkName);
  });
});
