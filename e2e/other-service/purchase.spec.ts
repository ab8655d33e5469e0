import type { Page } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { expect, type OnSale, type OtherShop, test } from "#e2e/support/other-storefront-test.ts";
import { words } from "#e2e/support/words.ts";
import { extractParts } from "#e2e/tools/extract-parts.ts";
import { readCalendar } from "#e2e/tools/read-calendar.ts";

const { text } = words;

const SLOW_MS = 400;
const PDF_BYTES_MAX = 10_000_000;
const RESERVED_SECONDS = 15 * 60;

/** Chooses tickets of an event at the other storefront and reserves them. The page is then the checkout. */
async function reserve(
  page: Page,
  shop: OtherShop,
  { eventId }: Pick<OnSale, "eventId">,
  type = "Stalls",
  quantity = 1,
) {
  const event = eventPage(page);
  await page.goto(`${shop.address}/en/events/${eventId}`);
  await event.choose(type, quantity);
  await event.reserveTickets();
}

test.describe("A purchase from a service without extensions", { tag: ["@once", "@purchase", "@sandbox"] }, () => {
  test("P11: a slow service: question, declined card, good card, tickets that the door admits, PDF and calendar", async ({
    page,
    shop,
    env,
  }) => {
    test.slow();
    const checkout = checkoutPage(page, env);
    const tickets = ticketPage(page);
    const table = [...shop.service.catalogue.events.values()].find(({ name }) => name === "The Long Table");
    shop.service.slowDown(SLOW_MS);
    try {
      await reserve(page, shop, { eventId: table?.id ?? 0 }, "Place at the table", 2);
      await expect(page.getByRole("timer")).toBeVisible();
      await page.getByRole("radio", { name: "Fish" }).check();
      await checkout.submitDetails();
      await expect(checkout.payButton).toHaveAccessibleName("Pay NZ$132.00");
      await expect(page.getByRole("main")).toContainText("Place at the table");

      await checkout.payWith(env.badCard.number);
      await expect(checkout.declined).toBeFocused();
      expect(shop.service.ledger("132.00")).toEqual([]);
      await checkout.payWithGoodCard();
    } finally {
      shop.service.slowDown(0);
    }
    expect(shop.captures(["132.00"])).toEqual(["132.00"]);
    await expect(tickets.heading).toBeVisible();
    await expect(tickets.codes).toHaveCount(2);
    await expect(page.getByRole("main")).toContainText("Place at the table");

    const scanned = [await tickets.scan(0), await tickets.scan(1)];
    expect(new Set(scanned).size).toBe(2);
    for (const id of scanned) {
      expect(id).toMatch(/^\d+$/);
      expect((await shop.client.call("POST", `/admission/${id}/admit`)).body.result).toBe("ADMITTED");
      expect((await shop.client.call("POST", `/admission/${id}/admit`)).body.result).toBe("ALREADY_ADMITTED");
    }

    const startsAt = table?.dates[0]?.startsAt ?? new Date(Number.NaN);
    const calendar = await (await page.request.get(`${page.url()}/calendar`)).text();
    const [entry] = readCalendar(calendar);
    expect(entry?.startsAt).toEqual(startsAt);
    expect(entry?.properties.SUMMARY).toBe("The Long Table");
    const pdf = await page.request.get(`${page.url()}/pdf`);
    const text = extractParts(await pdf.body(), PDF_BYTES_MAX).find(({ name }) => name === "text");
    for (const part of ["The Long Table", "Place at the table", "The Long Barn"]) {
      expect(text?.bytes.toString("utf8")).toContain(part);
    }
  });

  test("an expired reservation keeps the details, and one button reserves the same tickets again", async ({
    page,
    shop,
    env,
    uniqueName,
  }) => {
    const checkout = checkoutPage(page, env);
    const onSale = shop.putOnSale(uniqueName("The Devil’s Charter"), "21.01");
    await page.clock.install();
    await reserve(page, shop, onSale);
    await checkout.firstName.fill("Ada");
    await checkout.timerRuns();
    shop.service.ageReservations(onSale.eventId, RESERVED_SECONDS + 120);
    // The whole time: a page that was rendered again since shows what is truly left.
    await page.clock.fastForward((RESERVED_SECONDS + 2) * 1000);
    await expect(checkout.expiredHeading).toBeVisible();
    await expect(checkout.firstName).toHaveValue("Ada");
    expect(shop.service.placesLeft(onSale.type.id)).toBe(20);
    await page.clock.resume();
    await page.getByRole("button", { name: "Reserve them again" }).click();
    await expect(checkout.expiredHeading).toBeHidden();
    await checkout.submitDetails();
    await checkout.payWithGoodCard();
    await expect(ticketPage(page).codes).toHaveCount(1);
    expect(shop.captures(["21.01"])).toEqual(["21.01"]);
  });
});

test.describe("Fewer tickets at a service that cannot keep a part", { tag: ["@once", "@purchase", "@sandbox"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("at the same price they are reserved again; at another one that is said first, and without a sale nothing is tried", async ({
    page,
    shop,
  }) => {
    const cart = cartPage(page);
    const show = shop.putOnSale("Fustian", "18.50");
    const { catalogue } = shop.service;
    const left = () => shop.client.placesLeft(show.type.id);
    await page.goto(`${shop.address}/en/events/${show.eventId}`);
    await page.locator(`[name="qty.${show.type.id}"]:visible`).fill("4");
    await eventPage(page).continueWithoutScript();
    await page.goto(`${shop.address}/en/cart`);
    await cart.fewer("Stalls").click();
    await expect(cart.line("Stalls")).toContainText("3");
    expect(await left()).toBe(17);
    expect(await cart.total()).toBe("NZ$55.50");

    catalogue.changePrice(show.type, "25.00");
    await cart.fewer("Stalls").click();
    const said = page.getByRole("alert").filter({ hasText: text("Cart.change.allAgain", { prices: "" }).trim() });
    await expect(said).toContainText(/Stalls: now [A-Z$]+25\.00 each \(was [A-Z$]+18\.50\)\./);
    expect(await left(), "nothing was tried").toBe(17);
    expect(await cart.total()).toBe("NZ$55.50");
    await page.getByRole("button", { name: text("Cart.change.acceptAll") }).click();
    await expect(cart.line("Stalls")).toContainText("2");
    expect(await cart.total()).toBe("NZ$50.00");
    expect(await left()).toBe(18);

    catalogue.endSale(show.type);
    await cart.fewer("Stalls").click();
    await expect(page.getByText(text("Cart.change.keepOrEmpty", { count: 2 }))).toBeVisible();
    await expect(cart.line("Stalls")).toContainText("2");
    expect(await cart.total()).toBe("NZ$50.00");
  });
});
