import { cartPage } from "#e2e/pages/cart-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test.describe("Reserving again", { tag: ["@expiry", "@purchase", "@service", "@clock"] }, () => {
  test("23: reserves expired lines of three events again: one fully, one partly, one not at all", {
    tag: "@phone-in-full",
  }, async ({ page, serviceClient, sandbox, event, cart, checkout, tickets, uniqueName, money }) => {
    test.slow();
    const ticketTypes = [{ name: "Stalls", price: "20.00" }];
    const whole = await serviceClient.putOnSale({ name: uniqueName("The Alchemist"), ticketTypes });
    const part = await serviceClient.putOnSale({ name: uniqueName("Volpone"), ticketTypes, capacity: 3 });
    const soldOut = await serviceClient.putOnSale({ name: uniqueName("Epicoene"), ticketTypes, capacity: 1 });
    for (const [{ eventId }, quantity] of [
      [whole, 2],
      [part, 2],
      [soldOut, 1],
    ] as const) {
      await event.open(eventId);
      await event.choose("Stalls", quantity);
      await event.reserveTickets();
    }
    await checkout.firstName.fill("Ada");
    await checkout.email.fill("ada@example.com");

    for (const { eventId } of [whole, part, soldOut]) await sandbox.ageReservations(eventId, 15 * 60 + 5);
    await serviceClient.reservePlaces(part.eventId, part.ticketTypeIds[0]?.[0] ?? 0, 2);
    await serviceClient.reservePlaces(soldOut.eventId, soldOut.ticketTypeIds[0]?.[0] ?? 0, 1);
    await page.reload();
    await expect(checkout.expiredHeading).toBeVisible();
    // An expired cart has no total: that is neither free nor a changed price.
    await expect(page.getByRole("main")).not.toContainText(
      new RegExp(`${text("Cart.free")}|${text("Pay.changedTitle")}`),
    );
    await cart.reserveTicketsAgain.click();

    await expect(page.getByRole("heading", { name: text("Cart.again.partlyTitle") })).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(whole.name, "Stalls", 2))).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(part.name, "Stalls", 2, 1))).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(soldOut.name, "Stalls", 1, 0))).toBeVisible();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    await expect(checkout.firstName).toHaveValue("Ada");
    await expectAccessible(page, "reserved again in part");

    await checkout.submitDetails();
    await checkout.showsTotal(money("60.00"));
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(3);
  });

  test("keeps the unexpired reservation of a cart and extends it with the one that is reserved again", {
    tag: "@once",
  }, async ({ page, serviceClient, sandbox, event, cart, checkout, uniqueName, money }) => {
    const ticketTypes = [{ name: "Stalls", price: "20.00" }];
    const expired = await serviceClient.putOnSale({ name: uniqueName("Sejanus His Fall"), ticketTypes });
    const unexpired = await serviceClient.putOnSale({ name: uniqueName("Catiline"), ticketTypes, capacity: 2 });
    for (const { eventId } of [expired, unexpired]) {
      await event.open(eventId);
      await event.choose("Stalls", 2);
      await event.reserveTickets();
    }
    await checkout.submitDetails();
    await sandbox.ageReservations(expired.eventId, 15 * 60 + 5);
    await sandbox.ageReservations(unexpired.eventId, 14 * 60);
    await page.reload();
    await cart.reserveTicketsAgain.click();
    await expect(page.getByText(cart.reservedAgain(expired.name, "Stalls", 2))).toBeVisible();
    await expect(page.getByText(text("Cart.again.kept", { name: unexpired.name }))).toBeVisible();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    await checkout.showsTotal(money("80.00"));
    await checkout.payWithGoodCard();
  });

  test("gives the last ticket to one of two buyers, and explains the refusal to the other", { tag: "@once" }, async ({
    page,
    browser,
    env,
    serviceClient,
    sandbox,
    event,
    cart,
    checkout,
    uniqueName,
  }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("Every Man Out"),
      capacity: 1,
    });
    const type = ticketTypeIds[0]?.[0] ?? 0;
    await event.open(eventId);
    await event.choose("General admission", 1);
    await event.reserveTickets();
    await sandbox.ageReservations(eventId, 15 * 60 + 5);

    const other = await (await browser.newContext({ baseURL: env.address })).newPage();
    await other.goto(`/${language}/events/${eventId}?qty.${type}=1`);
    await expect(other.getByText(text("Event.picker.chosen", { count: 1 }))).toBeVisible();
    await eventPage(other).continueButton.click();
    await other.waitForURL(/\/checkout$/);
    await sandbox.ageReservations(eventId, 15 * 60 + 5);

    await Promise.all([page.reload(), other.reload()]);
    await Promise.all([cart.reserveTicketsAgain.click(), cartPage(other).reserveTicketsAgain.click()]);
    const refusal = text("Cart.again.none");
    const tabs = [page, other];
    await expect
      .poll(async () => {
        const refused = await Promise.all(tabs.map((tab) => tab.getByText(refusal).count()));
        const reserved = await Promise.all(tabs.map((tab) => tab.getByText(text("Cart.again.title")).count()));
        return [refused.filter(Boolean).length, reserved.filter(Boolean).length];
      })
      .toEqual([1, 1]);
    expect(await serviceClient.placesLeft(type)).toBe(0);
    await expect(checkout.firstName).toBeVisible();
    await other.context().close();
  });
});
