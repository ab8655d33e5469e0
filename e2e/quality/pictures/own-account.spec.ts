import { ownAccountPages } from "#e2e/pages/own-account.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { openServiceClient } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";
import { expect, PICTURES, test } from "./sheet.ts";

const { language, text } = words;
const PASSWORD = "seven green bottles";
const DAY_MS = 24 * 60 * 60_000;

test.describe("Own account", PICTURES, () => {
  test.use({ isWhole: true });

  // A user of its own: the others' sessions and entries would be in its pictures.
  test.beforeEach(async ({ page, env, serviceClient }, { testId }) => {
    const user = `pictures-${testId}-${Date.now()}@foyer.example`;
    const access = { firstName: "Mele", lastName: "Manager", capabilities: ["MANAGE"] };
    await serviceClient.call("POST", "/user", { username: user, password: PASSWORD, ...access });
    const own = openServiceClient({ ...env, serviceLogin: { user, password: PASSWORD } });
    const expiresAt = new Date(Date.now() + 90 * DAY_MS).toISOString();
    await own.call("POST", "/user/token", { name: "Newsletter export", scopes: ["REPORTS"], expiresAt });
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn(user, PASSWORD);
    await expect(promoter.greeting).toBeVisible();
  });

  test("own password refused", async ({ page }) => {
    const own = ownAccountPages(page);
    await own.open("password");
    await untilHydrated(own.changePassword);
    await own.changePasswordTo("not the password", "eight grey herons");
    await expect(own.problem).toBeVisible();
  });

  test("two-step sign-in to be turned on", async ({ page }) => {
    const own = ownAccountPages(page);
    await own.open("second-factor");
    await untilHydrated(own.begin);
    await own.beginWith(PASSWORD);
    await expect(own.qr).toBeVisible();
  });

  test("tokens and sessions", async ({ page }) => {
    const own = ownAccountPages(page);
    await own.open("tokens");
    await page.getByRole("row").locator(own.askToDelete).click();
    await expect(own.deleteToken).toBeVisible();
  });

  test("the log", async ({ page }) => {
    await page.goto(`/${language}/promoter/settings/log`);
    await expect(page.getByRole("table", { name: text("AuditLog.title") })).toBeVisible();
  });
});
