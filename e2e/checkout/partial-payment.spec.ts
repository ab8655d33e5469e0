import type { Page } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, type OnSale, type OtherShop, test } from "#e2e/support/other-storefront-test.ts";
import type { Environment } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import ar from "#messages/ar.json" with { type: "json" };

const { language, text } = words;

type Context = {
  readonly page: Page;
  readonly shop: OtherShop;
  readonly env: Environment;
  readonly uniqueName: (name: string) => string;
};

test.describe("A service that charges each sale separately", {
  tag: ["@purchase", "@once", "@sandbox"],
}, () => {
  const titles = ["The Spanish Tragedy", "Tamburlaine", "Gorboduc"];

  /** Reserves one ticket of each of three events at the other storefront, and submits the details. */
  async function openPayPage({ page, shop, env, uniqueName }: Context, prices: readonly string[]) {
    const [event, checkout] = [eventPage(page), checkoutPage(page, env)];
    const names: string[] = [];
    for (const [at, title] of titles.entries()) {
      const { eventId, name } = shop.putOnSale(uniqueName(title), prices[at] ?? "");
      names.push(name);
      await page.goto(`${shop.address}/${language}/events/${eventId}`);
      await event.choose("Stalls", 1);
      await event.reserveTickets();
    }
    await checkout.submitDetails();
    return { names: names as [string, string, string], checkout };
  }

  const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

  test("shows a receipt for the paid sale on every page, and charges a retry for the other two alone", async ({
    page,
    context,
    shop,
    env,
    uniqueName,
    money,
  }) => {
    test.slow();
    const prices = ["16.01", "16.02", "16.03"];
    const { names, checkout } = await openPayPage({ page, shop, env, uniqueName }, prices);
    const [first, second, third] = names;
    shop.service.behave(["pay", "refuse", "leave"]);
    await checkout.showsTotal(money("48.06"));
    await checkout.typeCard(env.goodCard);
    await checkout.payButton.click();

    await page.waitForURL(/\/checkout\/receipt$/);
    const receipt = async (tab: Page) => {
      await expect(row(tab, first)).toContainText(text("Receipt.paid"));
      await expect(row(tab, second)).toContainText(text("Receipt.card_refused"));
      await expect(row(tab, third)).toContainText(text("Receipt.not_tried"));
      await expect(tab.getByText(text("Receipt.charged"))).toContainText(money("16.01"));
    };
    await receipt(page);
    await expectAccessible(page, "receipt of a partial payment");
    await page.goto(`${shop.address}/ar/checkout/receipt`);
    await expect(row(page, third)).toContainText(ar.Receipt.not_tried);
    await page.goto(`${shop.address}/${language}/checkout/receipt`);
    expect(shop.service.ledger("16.01").map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
    expect(shop.captures(prices)).toEqual(["16.01"]);

    await page.reload();
    await receipt(page);
    const tab = await context.newPage();
    for (const path of [`/${language}/checkout/pay`, `/${language}/cart`, `/${language}/checkout`]) {
      await tab.goto(`${shop.address}${path}`);
      await expect(tab).toHaveURL(/\/checkout\/receipt$/);
      await receipt(tab);
    }
    await tab.close();

    shop.service.behave([]);
    await page.getByRole("button", { name: text("Receipt.retry") }).click();
    await page.waitForURL(/\/checkout\/pay$/);
    await expect(page.getByText(text("Receipt.restOnly"))).toBeVisible();
    await checkout.showsTotal(money("32.05"));
    await expect(page.getByRole("main")).not.toContainText(first);
    await checkout.payWithGoodCard();
    await expect(ticketPage(page).codes).toHaveCount(3);
    expect(shop.captures(prices)).toEqual(prices);
  });

  test("releases the places of the removed rest at once, and keeps the paid tickets", async ({
    page,
    shop,
    env,
    uniqueName,
    money,
  }) => {
    const prices = ["17.01", "17.02", "17.03"];
    const { names, checkout } = await openPayPage({ page, shop, env, uniqueName }, prices);
    shop.service.behave(["refuse", "pay", "refuse"]);
    await checkout.typeCard(env.goodCard);
    await checkout.payButton.click();
    await page.waitForURL(/\/checkout\/receipt$/);
    shop.service.fail(/^DELETE /, "down");
    await page.getByRole("button", { name: text("Receipt.releaseRest") }).click();
    await expect(page.getByRole("alert").filter({ hasText: text("Receipt.notReleased") })).toBeFocused();
    await expect(page.getByText(text("Receipt.released"))).toHaveCount(1);
    await expect(page.getByText(text("Receipt.card_refused"))).toHaveCount(1);
    await page.getByRole("button", { name: text("Receipt.releaseRest") }).click();
    await expect(row(page, names[0])).toContainText(text("Receipt.released"));
    await expect(row(page, names[2])).toContainText(text("Receipt.released"));
    await expect(page.getByText(text("Receipt.charged"))).toContainText(money("17.02"));
    await expect(page.getByRole("button", { name: text("Receipt.retry") })).toHaveCount(0);
    await page.getByRole("link", { name: text("Receipt.showTickets") }).click();
    await expect(ticketPage(page).codes).toHaveCount(1);
    expect(shop.captures(prices)).toEqual(["17.02"]);

    await test.step("removed from the device, the receipt leads to no tickets; without mail a saved link still does", async () => {
      const order = page.url();
      await page.getByRole("button", { name: text("Sale.offline.remove") }).click();
      await expect(page.getByRole("status").filter({ hasText: text("FindTickets.removedSaved") })).toBeVisible();
      await page.goto(`${shop.address}/${language}/checkout/receipt`);
      await expect(page).toHaveURL(/\/cart$/);
      expect((await page.goto(order))?.status()).toBe(200);
    });
  });

  test("P11: explains a failure of each step, and ends with no charge or one charge for all sales", async ({
    page,
    shop,
    env,
    uniqueName,
    money,
  }) => {
    test.slow();
    const { service, address } = shop;
    const [event, checkout, cart] = [eventPage(page), checkoutPage(page, env), cartPage(page)];
    const prices = ["18.01", "18.02", "18.03"];
    const shows = prices.map((price, at) => shop.putOnSale(uniqueName(titles[at] ?? ""), price, 2));
    const [first, second, third] = shows as [OnSale, OnSale, OnSale];
    const choose = async ({ eventId }: OnSale) => {
      await page.goto(`${address}/${language}/events/${eventId}`);
      await expect(event.more("Stalls")).toBeVisible();
      if ((await event.quantity("Stalls").inputValue()) !== "1") await event.choose("Stalls", 1);
    };
    service.behave([]);
    await choose(first);
    await event.reserveTickets();

    await choose(second);
    service.fail(/^POST \/reservation/, "down");
    await event.continueButton.click();
    await expect(page.getByText(text("Cart.refusal.no_answer"))).toBeVisible();
    await event.reserveTickets();
    await choose(third);
    service.fail(/^POST \/reservation/, "lost");
    await event.reserveTickets();
    await page.goto(`${address}/${language}/cart`);
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 3, events: 3 }));

    service.fail(/^DELETE /, "down");
    await cart.remove(third.name);
    await expect(page.getByRole("alert").filter({ hasText: text("Cart.lostPress.no_answer") })).toBeVisible();
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 3, events: 3 }));

    await page.goto(`${address}/${language}/checkout`);
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    await checkout.email.fill("ada@example.com");
    for (const how of ["down", "lost"] as const) {
      service.fail(/^POST \/cart\/\w+\/lock/, how);
      await checkout.toPayment.click();
      await expect(checkout.connectionProblem).toBeVisible();
      await expect(checkout.email).toHaveValue("ada@example.com");
    }
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await checkout.showsTotal(money("54.06"));

    await checkout.payWith(env.badCard.number);
    await expect(checkout.declined).toBeFocused();

    service.ageReservations(second.eventId, 15 * 60 + 5);
    service.reservePlaces([{ type: second.type, quantity: 2 }]);
    await checkout.typeCard(env.goodCard);
    await checkout.payButton.click();
    await expect(page.getByRole("alert").filter({ hasText: text("Pay.refusal.out_of_date") })).toBeFocused();
    await expect(page.getByText(text("Cart.partlyExpired", { events: second.name }))).toBeVisible();
    await checkout.showsTotal(money("36.04"));
    await cart.reserveTicketsAgain.click();
    await expect(page.getByText(cart.reservedAgain(second.name, "Stalls", 1, 0))).toBeVisible();
    await expect(page.getByText(text("Cart.again.kept", { name: first.name }))).toBeVisible();
    await checkout.showsTotal(money("36.04"));
    expect(shop.captures(prices)).toEqual([]);

    service.fail(/^POST \/cart\/\w+\/payment/, "lost");
    await checkout.typeCard(env.goodCard);
    await checkout.payButton.click();
    await page.waitForURL(/\/sales\//, { timeout: 45_000 });
    await expect(ticketPage(page).codes).toHaveCount(2);
    expect(shop.captures(prices)).toEqual(["18.01", "18.03"]);
  });
});
