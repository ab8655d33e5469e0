import { signInPage } from "#e2e/pages/sign-in.ts";
import { words } from "#e2e/support/words.ts";
import { expect, PICTURES, test } from "./sheet.ts";

const { language, text } = words;
const LINKS = `/${language}/promoter/share/links`;

test.describe("Links", PICTURES, () => {
  test.use({ isWhole: true });

  test.beforeEach(async ({ page, env, serviceClient }) => {
    const { body: login } = await serviceClient.call("GET", "/user/login");
    const { id: account } = login.account as { readonly id: number };
    for (const name of ["Street team, Instagram", "November newsletter"])
      await serviceClient.call("POST", `/account/${account}/links`, { name, kind: "LINK" });
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await page.goto(LINKS);
  });

  test("links", async ({ page }) => {
    await expect(page.getByRole("table")).toBeVisible();
  });

  test("a new link", async ({ page }) => {
    await page.goto(`${LINKS}/new`);
  });

  test("a link and its partner", async ({ page }) => {
    await page.getByRole("link", { name: "Street team, Instagram", exact: true }).first().click();
    await expect(page.getByRole("button", { name: text("Links.createPartner") })).toBeVisible();
  });
});
