import type { Page } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, type OnSale, type OtherShop, test } from "#e2e/support/other-storefront-test.ts";
import type { Environment } from "#e2e/support/target/env.ts";
import ar from "#messages/ar.json" with { type: "json" };

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
      await page.goto(`${shop.address}/en/events/${eventId}`);
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
  }) => {
    test.slow();
    const prices = ["16.01", "16.02", "16.03"];
    const { names, checkout } = await openPayPage({ page, shop, env, uniqueName }, prices);
    const [first, second, third] = names;
    shop.service.behave(["pay", "refuse", "leave"]);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $48.06");
    await checkout.typeCard({ number: env.goodCard });
    await checkout.payButton.click();

    await page.waitForURL(/\/checkout\/receipt$/);
    const receipt = async (tab: Page) => {
      await expect(row(tab, first)).toContainText("Paid");
      await expect(row(tab, second)).toContainText("The card was declined for this one. You were not charged for it.");
      await expect(row(tab, third)).toContainText("The card was not tried for this one. You were not charged for it.");
      await expect(tab.getByText("Total charged")).toContainText("$16.01");
    };
    await receipt(page);
    await expectAccessible(page, "receipt of a partial payment");
    await page.goto(`${shop.address}/ar/checkout/receipt`);
    await expect(row(page, third)).toContainText(ar.Receipt.not_tried);
    await expectAccessible(page, "receipt of a partial payment, in Arabic");
    await page.goto(`${shop.address}/en/checkout/receipt`);
    expect(shop.service.ledger("16.01").map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
    expect(shop.captures(prices)).toEqual(["16.01"]);

    await page.reload();
    await receipt(page);
    const tab = await context.newPage();
    for (const path of ["/en/checkout/pay", "/en/cart", "/en/checkout"]) {
      await tab.goto(`${shop.address}${path}`);
      await expect(tab).toHaveURL(/\/checkout\/receipt$/);
      await receipt(tab);
    }
    await tab.close();

    shop.service.behave([]);
    await page.getByRole("button", { name: "Retry the rest" }).click();
    await page.waitForURL(/\/checkout\/pay$/);
    await expect(page.getByText("A part of your order is paid already.")).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $32.05");
    await expect(page.getByRole("main")).not.toContainText(first);
    await expectAccessible(page, "pay for the rest");
    await checkout.payWithGoodCard();
    await expect(ticketPage(page).codes).toHaveCount(3);
    expect(shop.captures(prices)).toEqual(prices);
  });

  test("releases the places of the removed rest at once, and keeps the paid tickets", async ({
    page,
    shop,
    env,
    uniqueName,
  }) => {
    const prices = ["17.01", "17.02", "17.03"];
    const { names, checkout } = await openPayPage({ page, shop, env, uniqueName }, prices);
    shop.service.behave(["refuse", "pay", "refuse"]);
    await checkout.typeCard({ number: env.goodCard });
    await checkout.payButton.click();
    await page.waitForURL(/\/checkout\/receipt$/);
    shop.service.fail(/^DELETE /, "down");
    await page.getByRole("button", { name: "Remove the rest" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "We couldn’t remove everything that is left" }),
    ).toBeFocused();
    await expect(page.getByText("Removed. You were not charged for it.")).toHaveCount(1);
    await expect(page.getByText("The card was declined for this one.")).toHaveCount(1);
    await expectAccessible(page, "receipt when removing the rest failed in part");
    await page.getByRole("button", { name: "Remove the rest" }).click();
    await expect(row(page, names[0])).toContainText("Removed. You were not charged for it.");
    await expect(row(page, names[2])).toContainText("Removed. You were not charged for it.");
    await expect(page.getByText("Total charged")).toContainText("$17.02");
    await expect(page.getByRole("button", { name: "Retry the rest" })).toHaveCount(0);
    await expectAccessible(page, "receipt after the rest was removed");
    await page.getByRole("link", { name: "Show the paid tickets" }).click();
    await expect(ticketPage(page).codes).toHaveCount(1);
    expect(shop.captures(prices)).toEqual(["17.02"]);
  });

  test("P11: explains a failure of each step, and ends with no charge or one charge for all sales", async ({
    page,
    shop,
    env,
    uniqueName,
  }) => {
    test.slow();
    const { service, address } = shop;
    const [event, checkout, cart] = [eventPage(page), checkoutPage(page, env), cartPage(page)];
    const prices = ["18.01", "18.02", "18.03"];
    const shows = prices.map((price, at) => shop.putOnSale(uniqueName(titles[at] ?? ""), price, 2));
    const [first, second, third] = shows as [OnSale, OnSale, OnSale];
    const choose = async ({ eventId }: OnSale) => {
      await page.goto(`${address}/en/events/${eventId}`);
      await expect(event.more("Stalls")).toBeVisible();
      if (!(await event.group("Stalls").getByText("1", { exact: true }).isVisible())) await event.choose("Stalls", 1);
    };
    service.behave([]);
    await choose(first);
    await event.reserveTickets();

    await choose(second);
    service.fail(/^POST \/reservation/, "down");
    await event.continueButton.click();
    await expect(page.getByText("We could not reach the ticket service.")).toBeVisible();
    await expectAccessible(page, "reserving the second failed");
    await event.reserveTickets();
    await choose(third);
    service.fail(/^POST \/reservation/, "lost");
    await event.reserveTickets();
    await page.goto(`${address}/en/cart`);
    await expect(cart.count).toHaveText("3 tickets for 3 events");

    service.fail(/^DELETE /, "down");
    await cart.remove(third.name);
    await expect(page.getByRole("alert").filter({ hasText: "your tickets stay reserved" })).toBeVisible();
    await expect(cart.count).toHaveText("3 tickets for 3 events");

    await page.goto(`${address}/en/checkout`);
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    await checkout.email.fill("ada@example.com");
    for (const how of ["down", "lost"] as const) {
      service.fail(/^POST \/cart\/\w+\/lock/, how);
      await checkout.toPayment.click();
      await expect(page.getByText("Connection problem")).toBeVisible();
      await expect(checkout.email).toHaveValue("ada@example.com");
    }
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $54.06");

    await checkout.payWith(env.badCard);
    await expect(checkout.declined).toBeFocused();

    service.ageReservations(second.eventId, 15 * 60 + 5);
    service.reservePlaces([{ type: second.type, quantity: 2 }]);
    await checkout.typeCard({ number: env.goodCard });
    await checkout.payButton.click();
    await expect(page.getByRole("alert").filter({ hasText: "Your order has changed" })).toBeFocused();
    await expect(page.getByText(`Your reservation for ${second.name} expired.`)).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $36.04");
    await cart.reserveTicketsAgain.click();
    await expect(page.getByText(`${second.name}, Stalls: none left`)).toBeVisible();
    await expect(page.getByText(`${first.name}: still reserved`)).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $36.04");
    expect(shop.captures(prices)).toEqual([]);

    service.fail(/^POST \/cart\/\w+\/payment/, "lost");
    await checkout.typeCard({ number: env.goodCard });
    await checkout.payButton.click();
    await page.waitForURL(/\/sales\//, { timeout: 45_000 });
    await expect(ticketPage(page).codes).toHaveCount(2);
    expect(shop.captures(prices)).toEqual(["18.01", "18.03"]);
  });
});
