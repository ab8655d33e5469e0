import { signInPage } from "#e2e/pages/sign-in.ts";
import type { ServiceClient } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";
import { expect, PICTURES, test } from "./sheet.ts";

const { language, text } = words;
const SITES = `/${language}/promoter/settings/embeds`;

/** Adds a site, or finds it, and returns its id. */
async function siteOf(service: ServiceClient, origin: string): Promise<number> {
  const { body: login } = await service.call("GET", "/user/login");
  const path = `/account/${(login.account as { readonly id: number }).id}/sites`;
  await service.call("POST", path, { origin, returnPrefix: "/thanks" });
  const { body } = await service.call("GET", path);
  const sites = body.sites as readonly { readonly id: number; readonly origin: string }[];
  return sites.find((site) => site.origin === origin)?.id ?? 0;
}

test.describe("Sites that embed", PICTURES, () => {
  test.use({ isWhole: true });

  test.beforeEach(async ({ page, env }) => {
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
  });

  test("sites", async ({ page, serviceClient }) => {
    await siteOf(serviceClient, "https://longlight.example");
    await page.goto(SITES);
    await untilHydrated(page.getByRole("button", { name: text("Sites.add"), exact: true }));
  });

  test("a site whose page blocks the embed", async ({ page, serviceClient }) => {
    const site = await siteOf(serviceClient, "https://longlight.example");
    const pasted = "Content-Security-Policy: frame-src 'self'; script-src 'nonce-a' 'strict-dynamic'";
    const query = new URLSearchParams({ page: "https://blog.example.org/whats-on", pasted });
    await page.goto(`${SITES}/${site}?${query}`);
    await untilHydrated(page.getByRole("button", { name: text("HostCheck.open") }));
  });

  test("a site to be removed", async ({ page, serviceClient }) => {
    const site = await siteOf(serviceClient, "https://longlight.example");
    await page.goto(`${SITES}/${site}/remove`);
  });
});
