import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

// A trace would show the password and a partner's address.
test.use({ trace: "off" });

const { language, text } = words;
const LINKS = `/${language}/promoter/share/links`;

for (const hasScript of [true, false])
  test.describe(hasScript ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: hasScript });

    test("a link is found, renamed and ended, and its partner gets an address that is shown once", {
      tag: ["@service", "@promoter", "@once", "@sandbox"],
    }, async ({ page, env, serviceClient, uniqueName }) => {
      const promoter = signInPage(page, env);
      const name = uniqueName("Street team");
      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id: account } = login.account as { readonly id: number };
      const made = await serviceClient.call("POST", `/account/${account}/links`, { name, kind: "LINK" });
      const id = Number(made.body.id);
      const partner = async () => (await serviceClient.call("GET", `/link/${id}`)).body.partner;
      await promoter.open();
      await promoter.signIn();
      await expect(promoter.greeting).toBeVisible();
      await page.goto(`${LINKS}?q=${encodeURIComponent(name)}`);
      if (hasScript) await expectAccessible(page, "links", ["main"]);
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

      const create = page.getByRole("button", { name: text("Links.createPartner") });
      if (hasScript) await untilHydrated(create);
      await page.getByLabel(text("Links.revenue")).check();
      await create.click();
      const address = page.getByLabel(text("Links.partnerAddress"), { exact: true });
      await expect(address).toHaveValue(new RegExp(`^${env.address}/${language}/partner/[A-Za-z0-9]{26}$`));
      expect(await partner()).toMatchObject({ revenue: true });
      if (hasScript) await expectAccessible(page, "a link with its partner's address", ["main"]);
      await page.goto(`${LINKS}/${id}`);
      await expect(address).toHaveCount(0);
      await page.getByRole("button", { name: text("Links.endPartner") }).click();
      await expect(page.getByText(text("Links.partnerEnded"))).toBeVisible();
      expect(await partner()).toBeNull();

      const save = page.getByRole("button", { name: text("PromoterForm.save") }).and(page.locator(":not([tabindex])"));
      if (hasScript) await untilHydrated(save);
      await page.getByLabel(text("Links.name"), { exact: true }).fill(`${name} and friends`);
      await page.getByLabel(text("Links.state"), { exact: true }).selectOption("ENDED");
      await save.click();
      await expect(page.getByText(text("Links.endStays"))).toBeVisible();
      await page.getByRole("button", { name: text("Links.end"), exact: true }).click();
      await expect(page.getByText(text("PromoterForm.saved"))).toBeVisible();
      await page.goto(`${LINKS}?q=${encodeURIComponent(name)}`);
      await expect(page.getByText(text("Links.nothing"))).toBeVisible();
      await page.goto(`${LINKS}?state=ended&q=${encodeURIComponent(name)}`);
      await expect(page.getByRole("link", { name: `${name} and friends`, exact: true })).toBeVisible();
    });
  });
