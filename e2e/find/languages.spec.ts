import type { Page } from "@playwright/test";
import { PNG } from "pngjs";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import ar from "#messages/ar.json" with { type: "json" };
import de from "#messages/de.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import es from "#messages/es.json" with { type: "json" };
import fr from "#messages/fr.json" with { type: "json" };

const MESSAGES = { en, es, fr, de, ar };

/** Check 50: the page does not scroll sideways at twice the text size. */
async function expectFitsEnlarged(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} scrolls sideways at 200 %`).toBe(0);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

test("serves pages in five languages with canonical and alternate links to each other", {
  tag: ["@once", "@service"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Volpone") });
  for (const [locale, words] of Object.entries(MESSAGES)) {
    for (const [path, heading] of [
      ["", words.List.title],
      [`/events/${eventId}`, "Volpone"],
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
    await expect(page.getByText(words.Event.picker.reserve)).toBeVisible();
    expect((await page.goto(`/${locale}/no/such/page`))?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.getByRole("heading", { level: 1, name: words.Errors.notFoundTitle })).toBeVisible();
  }

  await page.goto(`/de/events/${eventId}?from=poster`);
  const languages = page.getByRole("navigation", { name: "Sprache" });
  await expect(languages.getByRole("link", { name: "Deutsch" })).toHaveAttribute("aria-current", "true");
  await expect(languages.getByRole("link", { name: "العربية" })).toHaveAttribute("lang", "ar");
  await languages.getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL(`/fr/events/${eventId}?from=poster`);
  await expect(page.getByRole("button", { name: fr.Event.picker.reserve })).toBeVisible();
});

test("49, 50: each step of a purchase from right to left", {
  tag: ["@a11y", "@slow", "@once", "@purchase", "@service"],
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
  await name(ar.Pay.number).fill(env.goodCard);
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
  tag: ["@once", "@service", "@promoter"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Die lustigen Weiber") });
  for (const path of ["/de", `/de/events/${eventId}`, "/de/cart", "/de/promoter/sign-in", "/de/nowhere"]) {
    await page.goto(path);
    await expectFitsEnlarged(page, path);
    await page.setViewportSize({ width: 320, height: 640 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${path} at 320 px`).toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});

test("P50, 14: a shared link has a preview with the all-in price", { tag: ["@once", "@service"] }, async ({
  page,
  serviceClient,
  uniqueName,
}) => {
  const { eventId, name } = await serviceClient.putOnSale({
    name: uniqueName("Epicoene"),
    ticketTypes: [{ name: "Stalls", price: "46.15", fee: "2.35" }],
  });
  const meta = async (property: string) =>
    page.locator(`meta[property="${property}"], meta[name="${property}"]`).first().getAttribute("content");

  await page.goto(`/en/events/${eventId}`);
  expect(await meta("og:title")).toContain(name);
  expect(await meta("og:locale")).toBe("en_AU");
  expect(await meta("twitter:card")).toBe("summary_large_image");
  const alt = (await meta("og:image:alt")) ?? "";
  expect(alt).toContain(name);
  expect(alt).toContain("From $48.50");
  expect(alt).toMatch(/\(.+ time\)/);

  for (const path of [`/en/events/${eventId}`, "/ar", `/ar/events/${eventId}`]) {
    await page.goto(path);
    const picture = await page.request.get((await meta("og:image")) ?? "");
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
    const { width, height } = PNG.sync.read(await picture.body());
    expect([width, height]).toEqual([1200, 630]);
  }
});

test("53: no page makes a request to another origin, and only HttpOnly cookies are stored", {
  tag: ["@once", "@purchase", "@service", "@promoter"],
}, async ({ page, env, serviceClient, event, checkout, tickets, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Alchemist") });
  const foreignRequests: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== env.address && !["data:", "blob:"].includes(protocol)) foreignRequests.push(request.url());
  });
  for (const path of ["/en", "/ar", "/en/cart", "/en/nowhere", "/en/promoter/sign-in"]) await page.goto(path);
  await event.open(eventId);
  expect(await page.context().cookies()).toEqual([]);
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await checkout.submitDetails();
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(1);
  expect(foreignRequests).toEqual([]);
  const kept = await page.context().cookies();
  expect(kept.every(({ httpOnly }) => httpOnly)).toBe(true);
});

test("the web app manifest has the storefront's name and icons", { tag: ["@once", "@sandbox"] }, async ({ page }) => {
  await page.goto("/en");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = (await (await page.request.get(address ?? "")).json()) as {
    name: string;
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(manifest.name).not.toBe("");
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, type]);
    if (type !== "image/png") continue;
    const { width, height } = PNG.sync.read(await icon.body());
    expect(`${width}x${height}`).toBe(sizes);
  }
});
