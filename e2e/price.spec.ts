import type { Page } from "@playwright/test";
import { wallTime } from "./box-office.ts";
import { expect, test } from "./fixtures.ts";

const PRICE = "71.05";
const ALL = "$73.30";
const PAID = "73.30";
/** A month that no other story draws, so that its calendar is drawn with this event in it. */
const DAYS_AHEAD = 1000;

test("14: one price, from the list to the charge", { tag: ["@purchase", "@sandbox-only", "@once"] }, async ({
  page,
  boxOffice,
  sandbox,
  event,
  cart,
  checkout,
  named,
}) => {
  test.slow();
  const start = wallTime(DAYS_AHEAD);
  const { eventId, name } = await boxOffice.putOnSale({
    name: named("Sejanus"),
    dates: [start],
    ticketTypes: [{ name: "Stalls", price: PRICE, fee: "2.25" }],
  });

  // The list itself is drawn anew when its time has passed; a search is drawn for whoever asks, of the same cards.
  await page.goto(`/en/search?q=${encodeURIComponent(name)}`);
  await expect(linkTo(page, name)).toContainText(`From ${ALL}`);
  const { body } = await boxOffice.call("GET", `/event/${eventId}.json`);
  expect(body).toMatchObject({ name, lowPrice: { amount: Number(PAID), currency: "NZD" } });

  const [, month = "", year = ""] = start.slice(0, 10).split("-");
  await page.goto(`/en/calendar/${year}-${month}`);
  await expect(linkTo(page, name)).toContainText(ALL);

  await page.goto(`/en/embed/events/${eventId}`);
  await expect(page.getByText(ALL).first()).toBeVisible();

  await event.open(eventId);
  await expect(page.getByText(ALL).first()).toBeVisible();
  const [date] = JSON.parse(await page.locator('script[type="application/ld+json"]').first().innerText());
  expect(date.offers).toMatchObject([{ name: "Stalls", price: PAID, priceCurrency: "NZD" }]);
  expect(JSON.stringify(date)).not.toContain(PRICE);
  const picture = await page.request.get(date.image[0]);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
  expect(await metaOf(page, "og:image:alt")).toContain(ALL);
  const card = await page.request.get(await metaOf(page, "og:image"));
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);

  await event.choose("Stalls", 1);
  await event.holdTickets();
  await expect(page.getByText(ALL).first()).toBeVisible();
  await cart.open();
  await expect(cart.summary).toContainText(ALL);
  await cart.goOn.click();
  await page.waitForURL(/\/checkout$/);
  await checkout.giveDetails();
  await expect(checkout.payButton).toHaveAccessibleName(`Pay ${ALL}`);
  await checkout.payWithGoodCard();
  await expect(page.getByText(ALL).first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(`$${PRICE}`);
  expect((await sandbox.ledger(PAID)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
});

function linkTo(page: Page, name: string) {
  return page.locator('a[href*="/events/"]').filter({ hasText: name, visible: true });
}

async function metaOf(page: Page, property: string): Promise<string> {
  return (await page.locator(`meta[property="${property}"]`).first().getAttribute("content")) ?? "";
}
