import type { Browser, Page } from "@playwright/test";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { type Page as HostPage, openPromoterPage } from "#e2e/support/promoter-page.ts";
import type { Environment } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

// A trace would show the password. A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ trace: "off", extraHTTPHeaders: {} });

const { language, text, like } = words;
/** A site shows embeds within a minute after it is added, and the page views of a minute are counted together. */
const WITHIN_MS = 75_000;
const THANKS = "/thanks/you";

/** Follows a link of the navigation. On a phone some are behind the last tab. */
async function goTo(page: Page, screen: string): Promise<void> {
  const navigation = page.getByRole("navigation", { name: text("Manage.main") });
  const link = navigation.getByRole("link", { name: screen, exact: true });
  if (!(await link.isVisible())) await navigation.getByText(text("Manage.more"), { exact: true }).click();
  await link.click();
}

/** Adds a site with a way back, and opens the kit from there. */
async function registerPage(page: Page, origin: string): Promise<void> {
  await goTo(page, text("Settings.title"));
  await page.getByRole("link", { name: text("Settings.parts.embeds") }).click();
  const add = page.getByRole("button", { name: text("Sites.add"), exact: true });
  await untilHydrated(add);
  await page.getByLabel(text("Sites.origin"), { exact: true }).fill(origin);
  await add.click();
  await expect(page.getByText(text("Sites.added", { host: new URL(origin).host }))).toBeVisible();
  const save = page.getByRole("button", { name: text("Sites.save"), exact: true });
  await untilHydrated(save);
  await page.getByLabel(text("Sites.returnPrefix")).fill("/thanks");
  await save.click();
  await expect(page.getByText(text("PromoterForm.saved"))).toBeVisible();
  await page.getByRole("link", { name: text("Sites.share") }).click();
}

/** Chooses event, link, page and way back in the kit. Returns the element to paste. */
async function takeSnippet(page: Page, eventId: number, linkName: string, host: string): Promise<string> {
  const choose = async (label: string, option: string | { readonly label: string }) => {
    const field = page.getByLabel(label, { exact: true });
    await untilHydrated(field);
    await field.selectOption(option);
  };
  await choose(text("Kit.opens"), `event:${eventId}`);
  await page.waitForURL(new RegExp(`for=event(%3A|:)${eventId}`));
  await page.getByRole("link", { name: text("Kit.newRecord") }).click();
  const create = page.getByRole("button", { name: text("Links.create"), exact: true });
  await untilHydrated(create);
  await page.getByLabel(text("Links.name"), { exact: true }).fill(linkName);
  await create.click();
  await page.waitForURL(/[?&]link=\d+/);
  await choose(text("Kit.site"), { label: host });
  await page.getByLabel(text("Kit.back"), { exact: true }).fill(THANKS);
  await page.getByRole("button", { name: text("Kit.update") }).click();
  const element = page.getByRole("textbox", { name: text("Kit.element.title") });
  await expect(element).toHaveValue(new RegExp(`return="\\d+:${THANKS}"`));
  return element.inputValue();
}

/** The promoter's pages: the snippet as it was taken, and where buyers come back to, each under a strict policy. */
function pagesWith(snippet: string, shop: string): Readonly<Record<string, HostPage>> {
  const strict = `default-src 'none'; frame-src ${shop}; base-uri 'none'; form-action 'none'`;
  const policy = (scripts: string) => ({ "Content-Security-Policy": `${strict}; script-src ${scripts}` });
  const listener = 'window.paid = []; document.addEventListener("foyer:paid", ({ detail }) => paid.push(detail))';
  return {
    "/": { html: `<h1>Tonight</h1>${snippet}`, headers: policy(shop) },
    [THANKS]: {
      html: `<h1>Thank you</h1><script nonce="n1">${listener}</script><script nonce="n1" type="module" src="${shop}/embed.js"></script>`,
      headers: policy("'nonce-n1' 'strict-dynamic'"),
    },
  };
}

/** Buys two tickets on the promoter's page and comes back to it. Returns how often the page views of the frame were counted. */
async function buyOn(browser: Browser, env: Environment, site: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let counted = 0;
  page.on("response", (response) => {
    if (new URL(response.url()).pathname === "/api/opened" && response.status() === 204) counted += 1;
  });
  const frame = page.frameLocator("foyer-tickets iframe");
  const more = frame.getByRole("button", { name: like("Event.picker.more") });
  await expect(async () => {
    await page.goto(site);
    await expect(more).toBeVisible();
  }, "the site holds without the operator").toPass({ timeout: WITHIN_MS });
  await untilHydrated(more);
  for (const _ticket of [1, 2]) await more.click();
  await frame.getByRole("button", { name: text("Event.picker.reserve"), exact: true }).click();
  await page.waitForURL(`${env.address}/${language}/checkout`);
  const checkout = checkoutPage(page, env);
  await checkout.submitDetails();
  await checkout.payWithGoodCard();
  await page.getByRole("link", { name: text("WaysBack.back", { host: new URL(site).host }) }).click();
  await expect(page).toHaveURL(`${site}${THANKS}`);
  const paid = () => page.evaluate(() => (window as unknown as { paid: readonly object[] }).paid);
  await expect.poll(paid).toEqual([expect.objectContaining({ tickets: 2, sum: 95 })]);
  await context.close();
  return counted;
}

test("52: a promoter registers a page, takes a snippet, sells through it and reads what its link sold, by clicks alone", {
  tag: ["@service", "@promoter", "@purchase", "@buys", "@sandbox", "@phone-in-full"],
}, async ({ page, browser, env, serviceClient, money, uniqueName }) => {
  test.slow();
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Own Page") });
  const pages: Record<string, HostPage> = {};
  const host = await openPromoterPage(pages);
  const site = host.addable;
  const linkName = uniqueName("Own page");

  const promoter = signInPage(page, env);
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  await registerPage(page, site);
  const snippet = await takeSnippet(page, eventId, linkName, new URL(site).host);
  Object.assign(pages, pagesWith(snippet, env.address));
  const counted = await buyOn(browser, env, site);
  expect(counted).toBeGreaterThan(0);

  await goTo(page, text("Reports.title"));
  await page.getByLabel(text("Manage.event"), { exact: true }).selectOption(String(eventId));
  await page.getByRole("button", { name: text("Reports.show") }).click();
  await page.waitForURL(new RegExp(`event=${eventId}`));
  const cells = page.getByRole("row").filter({ hasText: linkName }).getByRole("cell");
  await expect(async () => {
    await page.reload();
    const figures = (await cells.allInnerTexts()).map((figure) => figure.split("\n").at(-1));
    expect(figures.slice(0, 5)).toEqual([String(counted), "2", "1", "2", money("90.00")]);
  }).toPass({ timeout: WITHIN_MS });
  await serviceClient.call("DELETE", `/site/${/return="(\d+):/.exec(snippet)?.[1]}`);
  await host.close();
});
