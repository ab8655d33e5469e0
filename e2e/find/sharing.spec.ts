import type { Page } from "@playwright/test";
import { PNG } from "pngjs";
import { amountIn } from "#e2e/support/amounts.ts";
import { isAvailable } from "#e2e/support/catalogue.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;

test("P50, 14: the preview of a shared event names it, its place and its lowest price", {
  tag: ["@once", "@catalogue"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  await page.goto(`/${language}/events/${event.id}`);
  expect(await metaOf(page, "og:title")).toContain(event.name);
  expect(await metaOf(page, "og:url")).toMatch(new RegExp(`/${language}/events/${event.id}$`));
  expect(await metaOf(page, "twitter:card")).toBe("summary_large_image");
  const alt = spaced(await metaOf(page, "og:image:alt"));
  expect(alt).toContain(event.name);
  expect(alt).toContain(spaced(event.from.text));
});

test("the preview pictures of the list and of an event are 1200 by 630 pixels", {
  tag: ["@once", "@catalogue"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  for (const path of [`/${language}`, "/ar", `/${language}/events/${event.id}`, `/ar/events/${event.id}`]) {
    await page.goto(path);
    const picture = await page.request.get(await metaOf(page, "og:image"));
    expect([picture.status(), picture.headers()["content-type"]], path).toEqual([200, "image/png"]);
    const { width, height } = PNG.sync.read(await picture.body());
    expect([width, height]).toEqual([1200, 630]);
  }
});

test("14: the structured data of an event has each date with its place and prices", {
  tag: ["@once", "@catalogue", "@plain"],
}, async ({ page, env, catalogue }) => {
  const { event, dates } = await catalogue.eventOnSale();
  await page.goto(`/${language}/events/${event.id}`);
  for (const date of dates) {
    expect(date["@type"]).toBe("Event");
    expect(date.name).toBe(event.name);
    expect(date.location.name).toBe(event.venue.name);
    expect(date.startDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/);
    expect(date.url).toMatch(new RegExp(`^${env.address}/${language}/events/${event.id}\\?date=\\d+$`));
    for (const { price, priceCurrency } of date.offers) {
      expect(price).toMatch(/^\d+(\.\d+)?$/);
      expect(priceCurrency).toBe(event.from.currency);
    }
  }
  const prices = dates.flatMap(({ offers }) => offers.filter(isAvailable)).map(({ price }) => amountIn(price));
  expect(prices.toSorted((a, b) => a - b)[0]).toBe(amountIn(event.from.amount));
});

async function metaOf(page: Page, property: string): Promise<string> {
  const found = page.locator(`meta[property="${property}"], meta[name="${property}"]`).first();
  return (await found.getAttribute("content")) ?? "";
}

function spaced(text: string): string {
  return text.replaceAll(/\s/g, " ");
}
