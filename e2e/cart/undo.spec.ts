import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Emptying the cart", { tag: "@sandbox-only" }, () => {
  const ticketTypes = [{ name: "Stalls", price: "20.00" }];

  test("asks first, frees the places at once, and Undo reserves them again and says what is gone", async ({
    page,
    serviceClient,
    event,
    cart,
    checkout,
    uniqueName,
  }) => {
    test.slow();
    const whole = await serviceClient.putOnSale({ name: uniqueName("The Malcontent"), ticketTypes });
    const gone = await serviceClient.putOnSale({ name: uniqueName("Antonio’s Revenge"), ticketTypes, capacity: 2 });
    for (const { eventId } of [whole, gone]) {
      await event.open(eventId);
      await event.choose("Stalls", 2);
      await event.reserveTickets();
    }
    await checkout.submitDetails();
    await cart.open();
    const confirm = await cart.openEmptyCartPrompt();
    await expect(page.getByText("Empty your cart?").filter({ visible: true })).toHaveCount(1);
    await expectAccessible(page, "cart that asks before it is emptied");
    expect(await serviceClient.placesLeft(gone.ticketTypeIds[0]?.[0] ?? 0), "nothing is gone before the answer").toBe(
      0,
    );
    await confirm.click();
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect(cart.undo).toBeVisible();
    expect(await serviceClient.placesLeft(whole.ticketTypeIds[0]?.[0] ?? 0)).toBe(100);
    expect(await serviceClient.placesLeft(gone.ticketTypeIds[0]?.[0] ?? 0)).toBe(2);
    await expectAccessible(page, "emptied cart with Undo");

    await serviceClient.reservePlaces(gone.eventId, gone.ticketTypeIds[0]?.[0] ?? 0, 1);
    await cart.undo.click();
    await expect(page.getByText("Some of your tickets are reserved again")).toBeVisible();
    await expect(page.getByText(`${whole.name}, Stalls: all 2 reserved`)).toBeVisible();
    await expect(page.getByText(/Antonio.* Stalls: 1 of 2 reserved, no more left/)).toBeVisible();
    await expect(cart.undo).toHaveCount(0);
    await expect(cart.count).toHaveText("3 tickets for 2 events");
    expect(await serviceClient.placesLeft(whole.ticketTypeIds[0]?.[0] ?? 0)).toBe(98);
    await expectAccessible(page, "cart after Undo");
    await cart.checkOut.click();
    await page.waitForURL(/\/checkout$/);
    await expect(checkout.email, "the buyer types nothing again").toHaveValue("ada@example.com");
  });

  test("Undo goes after ten seconds by itself, though its box takes focus", { tag: "@once" }, async ({
    page,
    serviceClient,
    event,
    cart,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Widow’s Tears"), ticketTypes });
    await event.open(eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await page.clock.install();
    await cart.open();
    await cart.empty();
    await expect(cart.undo).toBeVisible();
    await page.clock.fastForward("00:11");
    await expect(cart.undo).toHaveCount(0);
  });

  test("Undo goes after ten seconds, and stays while it has focus", { tag: "@once" }, async ({
    page,
    serviceClient,
    event,
    cart,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Bussy d’Ambois"), ticketTypes });
    await event.open(eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await page.clock.install();
    await cart.open();
    await cart.empty();
    await cart.undo.focus();
    await page.clock.fastForward("00:30");
    await expect(cart.undo).toBeVisible();
    await page.getByRole("link", { name: "See what’s on" }).focus();
    await page.clock.fastForward("00:11");
    await expect(cart.undo).toHaveCount(0);
  });

  test("one event that was removed comes back beside the others", { tag: "@once" }, async ({
    serviceClient,
    event,
    cart,
    uniqueName,
  }) => {
    const stays = await serviceClient.putOnSale({ name: uniqueName("The Changeling"), ticketTypes });
    const goes = await serviceClient.putOnSale({ name: uniqueName("The Old Law"), ticketTypes });
    for (const { eventId } of [stays, goes]) {
      await event.open(eventId);
      await event.choose("Stalls", 1);
      await event.reserveTickets();
    }
    await cart.open();
    await cart.remove(goes.name);
    await expect(cart.events).toHaveCount(1);
    await cart.undo.click();
    await expect(cart.events).toHaveCount(2);
    await expect(cart.summary).toContainText("$40.00");
  });
});

test.describe("Emptying the cart without JavaScript", { tag: ["@sandbox-only", "@once"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("asks first, and Undo is a plain form", async ({ page, serviceClient, cart, uniqueName }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Spanish Gypsy") });
    const type = ticketTypeIds[0]?.[0] ?? 0;
    await page.goto(`/en/events/${eventId}`);
    await page.locator(`[name="qty.${type}"]`).fill("2");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/en\/checkout$/);
    await cart.open();
    await cart.empty();
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    expect(await serviceClient.placesLeft(type)).toBe(100);
    await cart.undo.click();
    await expect(page.getByText("Your tickets are reserved again")).toBeVisible();
    await expect(cart.count).toHaveText("2 tickets for 1 event");
    expect(await serviceClient.placesLeft(type)).toBe(98);
  });
});
