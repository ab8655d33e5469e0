import type { Page } from "@playwright/test";
import { element } from "#e2e/pages/embedding-page.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

// A trace would show the password.
test.use({ trace: "off", extraHTTPHeaders: {} });

const { language, text } = words;
/** A site shows embeds within a minute after it is added, and none within a minute after it is removed. */
const WITHIN_MS = 60_000;

const shownIn = (page: Page) =>
  page.frameLocator("foyer-tickets iframe").getByRole("heading", { name: /The Registered/ });

test("a manager registers a site, proves from its own page that it shows tickets, and removes it again", {
  tag: ["@service", "@promoter", "@once", "@sandbox", "@in-full"],
}, async ({ page, context, env, serviceClient, uniqueName }) => {
  test.slow();
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Registered") });
  const host = await openPromoterPage({ "/": element(env.address, eventId), "/none": { html: "<h1>Tonight</h1>" } });
  const site = host.addable;
  const name = new URL(site).host;
  const visitor = await context.newPage();
  await visitor.goto(site);
  await expect(visitor.getByRole("link", { name: "Buy tickets" })).toBeVisible();

  const promoter = signInPage(page, env);
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  await page.goto(`/${language}/promoter/settings/brand`);
  await page.getByRole("link", { name: text("Settings.parts.embeds") }).click();
  await expect(page.getByRole("table").getByText(text("Sites.byOperator"))).toBeVisible();
  const add = page.getByRole("button", { name: text("Sites.add"), exact: true });
  const address = page.getByLabel(text("Sites.origin"), { exact: true });
  await untilHydrated(add);
  await address.fill("no address");
  await add.click();
  await expect(page.getByText(text("Reasons.reason.origin_unfit")).first()).toBeVisible();
  await expectAccessible(page, "sites with an error", ["main"]);
  await address.fill(`${site}/whats-on`);
  await add.click();
  await expect(page.getByText(text("Sites.added", { host: name }))).toBeVisible();
  await expectAccessible(page, "a site", ["main"]);
  await expect(async () => {
    await visitor.reload();
    await expect(shownIn(visitor)).toBeVisible();
  }).toPass({ timeout: WITHIN_MS });

  const check = page.getByRole("button", { name: text("HostCheck.open"), exact: true });
  const typed = async (one: string) => {
    await page.getByLabel(text("HostCheck.page"), { exact: true }).fill(one);
    const [opened] = await Promise.all([context.waitForEvent("page"), check.click()]);
    return opened;
  };
  const report = page.getByRole("status").filter({ hasText: text("HostCheck.report.script") });
  const shown = await typed(`${site}/`);
  await expect(report).toContainText(text("HostCheck.report.registered", { origin: site }));
  await expect(report).toContainText(text("HostCheck.report.shown"), { timeout: 20_000 });
  expect(new URL(shown.url()).hash, "the page is as its visitors see it").toBe("");
  await shown.close();
  await expectAccessible(page, "a site that works", ["main"]);

  await test.step("a link chooses no page that is opened, since that page could lead this tab elsewhere", async () => {
    const [address = ""] = page.url().split(/[?#]/);
    await page.goto(`${address}?${new URLSearchParams({ page: `${host.unregistered}/` })}`);
    await check.click();
    await expect(page.getByText(text("HostCheck.not_typed"))).toBeVisible();
    const opened = await typed(`${host.unregistered}/`);
    await expect(page.getByText(text("HostCheck.report.unregistered", { origin: host.unregistered }))).toBeVisible();
    await opened.close();
  });

  await page.getByRole("link", { name: text("Sites.removeTitle", { host: name }) }).click();
  await page.getByRole("button", { name: text("Sites.removeButton", { host: name }) }).click();
  await expect(page.getByText(text("Sites.removed"))).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole("link", { name: "Buy tickets" })).toBeVisible();
    await expect(shownIn(visitor)).toBeHidden();
  }).toPass({ timeout: WITHIN_MS });
  await host.close();
});
