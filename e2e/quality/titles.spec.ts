import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text } = words;

type Recorder = { titles?: string[] };

/** Records every title that this document has from now on. A page that is loaded anew has no record. */
async function recordTitles(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const titles = [document.title];
    (window as Recorder).titles = titles;
    new MutationObserver(() => {
      if (titles.at(-1) !== document.title) titles.push(document.title);
    }).observe(document.head, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as Recorder).titles ?? []);
}

const ERROR = new RegExp(`^${text("Errors.titleWithError", { title: "" })}`);

test("titles: the title changes with the page, in the list and back", {
  tag: ["@catalogue", "@a11y", "@phone-in-full"],
}, async ({ page }) => {
  await page.goto(`/${language}`);
  const titles = await recordTitles(page);
  const list = await page.title();
  await clickHydrated(page.getByRole("article").first().getByRole("link").first());
  await page.waitForURL(/\/events\/\d+/);
  await expect(page).toHaveTitle(/ · /);
  const event = await page.title();
  expect(event).toContain((await page.getByRole("heading", { level: 1 }).innerText()).trim());
  await page.goBack();
  await expect(page).toHaveTitle(list);
  expect(await titles()).toEqual([list, event, list]);
});

test("titles: the title changes with the page, from the tickets to the payment", {
  tag: ["@purchase", "@a11y", "@phone-in-full"],
}, async ({ page, anyTickets, event, checkout, buyer }) => {
  const { ticketType } = await anyTickets.open(1);
  await event.choose(ticketType, 1);
  const titles = await recordTitles(page);
  const ofEvent = await page.title();
  await event.reserveTickets();
  await expect(page).toHaveTitle(new RegExp(`^${text("Details.title")} · `));
  const ofDetails = await page.title();
  await checkout.submitDetails(buyer);
  await expect(checkout.payButton).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${text("Pay.title")} · `));
  expect(await titles()).toEqual([ofEvent, ofDetails, await page.title()]);
});

test("30: the code of a cart and of a voucher lose their error with the next letter, and so does the title", {
  tag: ["@purchase", "@a11y", "@phone-in-full"],
}, async ({ page, anyTickets, cart, checkout }) => {
  await anyTickets.reserve();
  await cart.open();
  const title = await page.title();
  await cart.enterCode("NO-SUCH-CODE");
  await expect(cart.codeField).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveTitle(ERROR);
  // The same by script, where the titles of the page come in another order.
  await page.getByRole("link", { name: text("Cart.keepChoosing") }).click();
  await expect(page).toHaveTitle(new RegExp(`^${text("List.title")} · `));
  await page.goBack();
  await expect(cart.codeField).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveTitle(ERROR);
  await cart.codeField.press("End");
  await cart.codeField.press("A");
  await expect(cart.codeField).toHaveAttribute("aria-invalid", "false");
  await expect(cart.codeField).toHaveAccessibleDescription(text("Cart.code.hint"));
  await expect(page).toHaveTitle(title);

  await checkout.openPayment();
  if ((await page.getByText(text("Pay.voucher.use")).count()) === 0) return;
  await checkout.applyVoucher("NO-SUCH-VOUCHER");
  await expect(checkout.voucherCode).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveTitle(ERROR);
  await checkout.voucherCode.press("A");
  await expect(checkout.voucherCode).not.toHaveAttribute("aria-invalid");
  await expect(checkout.voucherCode).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${text("Pay.title")} · `));
  await page.context().setOffline(true);
  await checkout.voucherCode.press("Enter");
  await expect(checkout.voucherCode).toHaveAccessibleDescription(text("Cart.lost.offline"));
  await page.context().setOffline(false);
});

test("30: an address that was refused loses its error once it is one", {
  tag: ["@mail", "@a11y", "@phone-in-full"],
}, async ({ page }) => {
  await page.goto(`/${language}/find-tickets`);
  const title = await page.title();
  const email = page.getByLabel(text("FindTickets.email"));
  await email.fill("ada");
  await page.getByRole("button", { name: text("FindTickets.send") }).click();
  await expect(page).toHaveTitle(ERROR);
  await email.pressSequentially("@example");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await email.pressSequentially(".com");
  await expect(email).toHaveAttribute("aria-invalid", "false");
  await expect(page.getByRole("alert").filter({ hasText: text("FindTickets.problem") })).toHaveCount(0);
  await expect(page).toHaveTitle(title);
});

test("28: without JavaScript, the title of a page that came back with an error begins with it", {
  tag: ["@mail", "@a11y", "@phone-in-full"],
}, async ({ browser, env }) => {
  const context = await browser.newContext({ baseURL: env.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/${language}/find-tickets`);
  await page.getByLabel(text("FindTickets.email")).fill("ada");
  await page.getByRole("button", { name: text("FindTickets.send") }).click();
  await expect(page).toHaveTitle(ERROR);
  await context.close();
});

test("51: in forced colours the chosen one is marked", { tag: ["@service", "@a11y", "@phone-in-full"] }, async ({
  page,
  serviceClient,
  uniqueName,
}) => {
  const dates = [wallTime(40), wallTime(41)];
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Tartuffe"), dates });
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/${language}/events/${eventId}`);
  const tiles = page.locator("label").filter({ has: page.getByRole("radio") });
  await tiles.last().click();
  await expect(tiles.last().getByRole("radio")).toBeChecked();
  const colours = await tiles.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(colours).size).toBe(2);
});

test("calendar: on a narrow page no heading breaks inside the year, in any language", {
  tag: ["@catalogue", "@a11y", "@phone-in-full", "@once"],
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of ["en", "es", "fr", "de", "ar"]) {
    await page.goto(`/${language}/calendar`);
    const lines = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      const text = heading.firstChild as Text;
      const range = document.createRange();
      const at = text.data.search(/\d{4}/);
      range.setStart(text, at);
      range.setEnd(text, at + 4);
      return range.getClientRects().length;
    });
    expect(lines, language).toBe(1);
  }
});

test("languages: a promoter's names say in which language they are", {
  tag: ["@sandbox", "@service", "@a11y", "@phone-in-full"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Tartuffe") });
  await page.goto(`/ar/events/${eventId}`);
  await expect(page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveAttribute("lang", "en");
  await expect(page.locator("form bdi").first()).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 3 }).locator("bdi").first()).toHaveAttribute("lang", "en");
});
