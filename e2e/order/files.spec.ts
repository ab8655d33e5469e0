import type { APIResponse } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { extractParts } from "#e2e/tools/extract-parts.ts";
import { readCalendar } from "#e2e/tools/read-calendar.ts";
import { qrCodesIn } from "#e2e/tools/read-qr.ts";

const PDF_BYTES_MAX = 20e6;

/** Expects that no cache stores an answer, that no other origin may load it, and that each of the two is said once. */
function expectPrivate(answer: APIResponse): void {
  const said = (name: string) =>
    answer
      .headersArray()
      .filter((header) => header.name.toLowerCase() === name)
      .map(({ value }) => value);
  expect(said("cache-control"), answer.url()).toEqual(["private, no-store"]);
  expect(said("cross-origin-resource-policy"), answer.url()).toEqual(["same-origin"]);
  expect(said("referrer-policy"), answer.url()).toEqual(["same-origin"]);
  expect(said("x-content-type-options"), answer.url()).toEqual(["nosniff"]);
}

test.describe("Files of an order", { tag: ["@purchase", "@once"] }, () => {
  test("46, 47: the PDF has a page and the same QR code for each ticket, and the order's number", {
    tag: ["@buys", "@plain"],
  }, async ({ page, anyTickets, buyer, checkout, tickets, words }) => {
    await anyTickets.reserve(2);
    await checkout.buy(buyer);
    const onScreen = [await tickets.scan(0), await tickets.scan(1)];

    const href = await page.getByRole("link", { name: words.text("Sale.pdf") }).getAttribute("href");
    const answer = await page.request.get(href ?? "");
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expectPrivate(answer);
    for (const file of ["calendar", "app-manifest", "wallet/apple"])
      expectPrivate(await page.request.get(`${page.url()}/${file}`));
    const pdf = await answer.body();
    expect(pdf.toString("latin1")).toMatch(/^%PDF-/);
    expect(qrCodesIn(pdf)).toEqual(onScreen);
    const text = extractParts(pdf, PDF_BYTES_MAX)
      .find(({ name }) => name === "text")
      ?.bytes.toString("utf8");
    expect(text).toContain(await tickets.reference());
  });

  test("47: the calendar file has one entry, with the time and the name on the page", {
    tag: ["@buys", "@plain"],
  }, async ({ page, anyTickets, buyer, checkout, tickets, words }) => {
    await anyTickets.reserve();
    await checkout.buy(buyer);
    const startsAt = await page.locator("main article time").first().getAttribute("datetime");
    const name = await page.locator("main article h3").first().innerText();

    const href = await page.getByRole("link", { name: words.text("Sale.calendar") }).getAttribute("href");
    const answer = await page.request.get(href ?? "");
    expect(answer.headers()["content-type"]).toContain("text/calendar");
    const entries = readCalendar(await answer.text());
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    expect(entry?.startsAt.getTime()).toBe(Date.parse(startsAt ?? ""));
    expect(entry?.properties.SUMMARY).toBe(name);
    expect(entry?.properties.LOCATION).toBeTruthy();
    expect(entry?.properties.DESCRIPTION).toContain(await tickets.reference());
  });

  test("P26, 48: the order's link opens in another browser, and a changed link is not found", {
    tag: ["@buys", "@plain"],
  }, async ({ page, browser, anyTickets, buyer, checkout, tickets, words }) => {
    await anyTickets.reserve();
    await checkout.buy(buyer);
    const link = page.url();
    const code = await tickets.scan();
    await page.reload();
    await expect(tickets.codes).toHaveCount(1);
    expect(await tickets.scan()).toBe(code);

    const other = await browser.newContext();
    const tab = await other.newPage();
    expect((await tab.goto(link))?.status()).toBe(200);
    await expect(tab.getByRole("img", { name: words.like("Sale.code"), includeHidden: true }).first()).toBeAttached();
    const changed = link.slice(0, -4) + (link.endsWith("AAAA") ? "BBBB" : "AAAA");
    for (const address of [changed, `${changed}/pdf`, `${changed}/calendar`]) {
      const answer = await other.request.get(address);
      expect(answer.status()).toBe(404);
      expectPrivate(answer);
    }
    expect((await tab.goto(changed))?.status()).toBe(404);
    expect((await tab.goto(new URL(`/${words.language}/sales/nothing`, link).href))?.status()).toBe(404);
    await other.close();
  });
});
