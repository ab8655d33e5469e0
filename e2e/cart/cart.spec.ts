import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { OnSale } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test.describe("A cart of several events", { tag: ["@purchase", "@service"] }, () => {
  test("collects several events under one timer and one total, and is paid with one charge", {
    tag: ["@ledger", "@phone-in-full"],
  }, async ({ page, serviceClient, sandbox, event, cart, checkout, tickets, uniqueName, perProject, money }) => {
    test.slow();
    const { prices, sums } = perProject({
      desktop: { prices: ["21.11", "22.22", "23.33"], sums: [money("88.88"), money("66.66"), "66.66"] },
      phone: { prices: ["21.12", "22.23", "23.34"], sums: [money("88.92"), money("66.69"), "66.69"] },
    });
    const [whole = "", rest = "", paid = ""] = sums;
    const titles = ["As You Like It", "Love’s Mistress", "The Roaring Girl"];
    const shows: OnSale[] = [];
    for (const [at, title] of titles.entries()) {
      const ticketTypes = [{ name: "Stalls", price: prices[at] ?? "", fee: "0.00" }];
      shows.push(await serviceClient.putOnSale({ name: uniqueName(title), ticketTypes }));
    }
    const [first, second, third] = shows as [OnSale, OnSale, OnSale];

    await event.open(first.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await checkout.firstName.fill("Ada");
    await page.getByRole("link", { name: text("Cart.keepChoosing") }).click();
    await page.waitForURL(`**/${language}`);

    // The banner of the cart arrives late and overlays the picture, so nothing below it moves.
    const responseAllowed = Promise.withResolvers<void>();
    await page.route("**/api/open-cart", async (route) => {
      await responseAllowed.promise;
      await route.continue();
    });
    await event.open(second.eventId);
    await expect(event.more("Stalls")).toBeVisible();
    const title = page.getByRole("heading", { level: 1 });
    const before = await title.boundingBox();
    responseAllowed.resolve();
    await expect(page.getByRole("link", { name: text("Event.cartBanner.text", { count: 1 }) })).toContainText(
      text("Event.cartBanner.continue"),
    );
    expect((await title.boundingBox())?.y).toBe(before?.y);
    await page.unroute("**/api/open-cart");
    await event.choose("Stalls", 2);
    await event.reserveTickets();
    await expect(checkout.firstName).toHaveValue("Ada");
    await event.open(third.eventId);
    await expect(page.getByText(text("Event.cartBanner.text", { count: 3 }))).toBeVisible();
    await expectAccessible(page, "event with two others in the cart");
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await expect(checkout.reserved(4)).toBeVisible();
    await expect(checkout.timer).toHaveCount(1);

    await cart.open();
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 4, events: 3 }));
    await expect(cart.summary).toContainText(whole);
    await expectAccessible(page, "cart of three events");
    await cart.remove(third.name);
    await expect(
      page.getByRole("status").filter({ hasText: text("Cart.undo.removed", { event: third.name }) }),
    ).toBeVisible();
    await expect(cart.event(third.name)).toHaveCount(0);
    await expect.poll(() => serviceClient.placesLeft(third.ticketTypeIds[0]?.[0] ?? 0)).toBe(100);
    await expectAccessible(page, "cart after one was removed");
    await event.open(third.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await cart.open();
    await cart.remove(first.name);
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 3, events: 2 }));

    await cart.checkOut.click();
    await page.waitForURL(/\/checkout$/);
    await checkout.submitDetails();
    await expect(page.getByText(second.name).first()).toBeAttached();
    expect(await checkout.total()).not.toBe(rest);
    await expectAccessible(page, "pay for two events");

    // Adding an event unlocks a locked cart; it is locked again with the same details.
    await event.open(first.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await cart.open();
    await cart.remove(second.name);
    await expect(cart.event(second.name)).toHaveCount(0);
    await event.open(second.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await checkout.submitDetails();
    await checkout.showsTotal(rest);
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(3);
    for (const { name } of shows)
      await expect(page.getByRole("article").getByRole("heading", { level: 3, name })).toBeVisible();
    await expectAccessible(page, "tickets of three events");
    expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
  });

  test("refuses payment while it has a cancelled event, and can be paid without it", {
    tag: ["@ledger", "@once"],
  }, async ({ page, serviceClient, sandbox, event, cart, checkout, tickets, env, uniqueName, money }) => {
    const shows: OnSale[] = [];
    for (const [title, price] of [
      ["Cardenio", "61.41"],
      ["Vortigern", "61.43"],
    ] as const) {
      const ticketTypes = [{ name: "Stalls", price, fee: "0.00" }];
      shows.push(await serviceClient.putOnSale({ name: uniqueName(title), ticketTypes }));
    }
    const [first, second] = shows as [OnSale, OnSale];
    for (const { eventId } of shows) {
      await event.open(eventId);
      await event.choose("Stalls", 1);
      await event.reserveTickets();
    }
    await checkout.submitDetails();
    await checkout.showsTotal(money("122.84"));

    const cancelled = await serviceClient.call("PUT", `/event/${first.eventId}`, { cancelled: true });
    expect(cancelled.status).toBe(200);
    const notice = page.getByRole("alert").filter({ hasText: text("Pay.refusal.cancelled") });
    // First the payment is refused, then locking the cart again.
    for (const _ of [1, 2]) {
      await checkout.payWith(env.goodCard.number);
      await expect(notice).toBeFocused();
    }
    await expectAccessible(page, "pay with a cancelled event");
    expect(await sandbox.ledger("122.84")).toEqual([]);

    await cart.open();
    await cart.remove(first.name);
    await expect(cart.event(first.name)).toHaveCount(0);
    await cart.checkOut.click();
    await page.waitForURL(/\/checkout$/);
    await checkout.submitDetails();
    await checkout.showsTotal(money("61.43"));
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 3, name: first.name })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: second.name }).first()).toBeVisible();
    expect((await sandbox.ledger("61.43")).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
  });
});
