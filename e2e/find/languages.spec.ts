import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/target/messages.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";
import ar from "#messages/ar.json" with { type: "json" };
import de from "#messages/de.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import fr from "#messages/fr.json" with { type: "json" };

const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** Check 50: the page does not scroll sideways at twice the text size. */
async function expectFitsEnlarged(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} scrolls sideways at 200 %`).toBe(0);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

for (const [locale, messages] of Object.entries(MESSAGES))
  test(`serves the list, an event and the 404 page in ${NAMES.of(locale)}, with links to the other languages`, {
    tag: ["@a11y", "@once", "@catalogue"],
  }, async ({ page, env, catalogue }) => {
    const { event } = await catalogue.eventOnSale();
    for (const [path, heading] of [
      ["", messages.List.title],
      [`/events/${event.id}`, event.name],
    ] as const) {
      await page.goto(`/${locale}${path}`);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.locator("html")).toHaveAttribute("dir", locale === "ar" ? "rtl" : "ltr");
      await expect(page.getByRole("heading", { level: 1 })).toContainText(heading);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${env.address}/${locale}${path}`);
      const others = await page
        .locator('link[rel="alternate"][hreflang]')
        .evaluateAll((links) => links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]));
      expect(Object.fromEntries(others)).toEqual({
        ...Object.fromEntries(Object.keys(MESSAGES).map((other) => [other, `${env.address}/${other}${path}`])),
        "x-default": `${env.address}/en${path}`,
      });
    }
    await expect(page.getByText(messages.Event.picker.reserve, { exact: true }).first()).toBeVisible();
    expect((await page.goto(`/${locale}/no/such/page`))?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.getByRole("heading", { level: 1, name: messages.Errors.notFoundTitle })).toBeVisible();
    await expectAccessible(page, `404 page in ${locale}`);
  });

test("an unknown event is said to be one, on its page, its tickets' page and in its embed", {
  tag: ["@once", "@catalogue"],
}, async ({ page }) => {
  for (const [locale, { eventNotFoundTitle }] of [
    ["en", en.Errors],
    ["de", de.Errors],
  ] as const)
    for (const path of ["events/999999999", "events/999999999/tickets", "embed/events/999999999"]) {
      const where = `/${locale}/${path}`;
      expect((await page.goto(where))?.status(), where).toBe(404);
      expect(await page.title(), where).toContain(eventNotFoundTitle);
      await expect(page.getByRole("heading", { level: 1, name: eventNotFoundTitle }), where).toBeVisible();
      const picture = page.locator('meta[property="og:image"]');
      for (const address of await picture.evaluateAll((all) => all.map((one) => one.getAttribute("content") ?? "")))
        expect((await page.request.get(address)).status(), `the picture of ${where}`).toBe(200);
    }
});

test("the 404 page works without JavaScript, in the language of the address or of the browser", {
  tag: ["@once", "@catalogue"],
}, async ({ browser, env, contextOptions }) => {
  for (const [locale, messages] of Object.entries(MESSAGES)) {
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: env.address,
      locale,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    for (const path of [`/${locale}/no/such/page`, "/no-such-page"]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.getByRole("heading", { level: 1, name: messages.Errors.notFoundTitle })).toBeVisible();
      await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    }
    await page.getByRole("searchbox", { name: messages.List.find }).fill("zzqqx");
    await page.getByRole("button", { name: messages.Search.go, exact: true }).click();
    await expect(page).toHaveURL(`/${locale}/search?q=zzqqx`);
    await context.close();
  }
});

test("the language links keep the page and its query", { tag: ["@once", "@catalogue"] }, async ({
  page,
  catalogue,
}) => {
  const { event } = await catalogue.eventOnSale();
  await page.goto(`/de/events/${event.id}?from=poster`);
  const languages = page.getByRole("navigation", { name: de.Common.language });
  await expect(languages.getByRole("link", { name: "Deutsch" })).toHaveAttribute("aria-current", "true");
  await expect(languages.getByRole("link", { name: "العربية" })).toHaveAttribute("lang", "ar");
  // The script of the page adds the query.
  await clickHydrated(languages.getByRole("link", { name: "Français" }));
  await expect(page).toHaveURL(`/fr/events/${event.id}?from=poster`);
  await expect(page.getByRole("button", { name: fr.Event.picker.reserve })).toBeVisible();
});

test("an address without a language leads to a page in the browser's language", {
  tag: ["@once", "@catalogue"],
}, async ({ browser, env, contextOptions }) => {
  for (const [locale, start] of [
    ["fr-FR", "/fr"],
    ["de-AT", "/de"],
  ] as const) {
    const context = await browser.newContext({ ...contextOptions, baseURL: env.address, locale });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page).toHaveURL(start);
    await context.close();
  }
});

test("49, 50: each step of a purchase from right to left", {
  tag: ["@a11y", "@slow", "@once", "@purchase", "@service", "@in-full"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  test.slow();
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Bartholomew Fair") });
  const name = (label: string) => page.getByLabel(label, { exact: true });
  const checkPage = async (what: string) => {
    await expectAccessible(page, `${what} in Arabic`);
    await expectFitsEnlarged(page, `${what} in Arabic`);
  };

  await page.goto("/ar");
  await checkPage("list");
  await page.goto(`/ar/events/${eventId}`);
  await page.getByRole("button", { name: ar.Event.picker.more.replace("{name}", "General admission") }).click();
  await expect(page.getByText(ar.Event.picker.chosen.one)).toBeVisible();
  await checkPage("event");
  await page.getByRole("button", { name: ar.Event.picker.reserve }).click();
  await page.waitForURL(/\/ar\/checkout$/);
  await page.getByRole("button", { name: ar.Details.toPayment }).click();
  await expect(page.getByRole("heading", { name: ar.Details.problem })).toBeVisible();
  await checkPage("details with errors");
  await name(ar.Details.firstName).fill("ليلى");
  await name(ar.Details.lastName).fill("الخطيب");
  await name(ar.Details.email).fill("layla@example.com");
  await expect(name(ar.Details.email)).toHaveCSS("direction", "ltr");
  await page.getByRole("button", { name: ar.Details.toPayment }).click();
  await page.waitForURL(/\/ar\/checkout\/pay$/);
  await expect(name(ar.Pay.number)).toHaveCSS("direction", "ltr");
  await checkPage("pay");
  await name(ar.Pay.number).fill(env.goodCard.number);
  await name(ar.Pay.expiry).fill("12 / 34");
  await name(ar.Pay.code).fill("123");
  await name(ar.Pay.name).fill("Layla Al-Khatib");
  await page.getByRole("button", { name: /^ادفع/ }).click();
  await page.waitForURL(/\/ar\/sales\//);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(ar.Sale.going);
  await checkPage("tickets");

  const pdf = await page.request.get(`${page.url()}/pdf`);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  const calendar = await (await page.request.get(`${page.url()}/calendar`)).text();
  expect(calendar.replaceAll("\r\n ", "")).toContain("تذكرة واحدة");
});

test("50: German pages do not scroll sideways at 320 px or at twice the text size", {
  tag: ["@once", "@catalogue"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  for (const path of ["/de", `/de/events/${event.id}`, "/de/cart", "/de/promoter/sign-in", "/de/nowhere"]) {
    await page.goto(path);
    await expectFitsEnlarged(page, path);
    await page.setViewportSize({ width: 320, height: 640 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${path} at 320 px`).toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});

test("50: Arabic pages run from right to left, and fit at twice the text size", {
  tag: ["@once", "@catalogue"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  for (const path of ["", `/events/${event.id}`, "/search?q=a", "/calendar", "/cart", "/nowhere"]) {
    await page.goto(`/ar${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("direction", "rtl");
    await expectFitsEnlarged(page, path);
  }
});

test("an order, its pages and an ended link are in the language of their address", {
  tag: ["@once", "@purchase", "@buys", "@sandbox", "@in-full"],
}, async ({ page, anyTickets, buyer, checkout, tickets }) => {
  await anyTickets.reserve();
  await checkout.buy(buyer);
  await expect(tickets.heading).toBeVisible();
  const path = new URL(page.url()).pathname.slice(3);
  for (const [locale, { Sale, Refund, SendTickets, NewLink, LinkEnded }] of Object.entries(MESSAGES)) {
    const pages = [
      ["", Sale.going],
      ["/receipt", Sale.receipt],
      ["/email", SendTickets.title],
      ["/refund", Refund.title],
      ["/new-link", NewLink.title],
    ] as const;
    for (const [below, title] of pages) {
      const html = await (await page.request.get(`/${locale}${path}${below}`)).text();
      const heading = await page.evaluate(
        (text) => new DOMParser().parseFromString(text, "text/html").querySelector("h1")?.textContent,
        html,
      );
      expect(heading, `${locale}${below}`).toContain(title);
    }
    await page.goto(`/${locale}${path}x`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(LinkEnded.title);
  }
});
