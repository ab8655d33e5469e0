import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Emptying the cart", { tag: ["@purchase", "@service"] }, () => {
  const ticketTypes = [{ name: "Stalls", price: "20.00" }];

  test("asks for confirmation and releases the places; Undo reserves them again and names what is missing", async ({
    page,
    serviceClient,
    cart,
    checkout,
    putOnSaleAndReserve,
  }) => {
    test.slow();
    const whole = await putOnSaleAndReserve("The Malcontent", { ticketTypes, quantity: 2 });
    const part = await putOnSaleAndReserve("Antonio’s Revenge", { ticketTypes, quantity: 2, capacity: 2 });
    await checkout.submitDetails();
    await cart.open();
    const confirm = await cart.openEmptyCartPrompt();
    await expect(page.getByText("Empty your cart?").filter({ visible: true })).toHaveCount(1);
    await expectAccessible(page, "cart with the prompt to empty it");
    const partType = part.ticketTypeIds[0]?.[0] ?? 0;
    expect(await serviceClient.placesLeft(partType), "nothing is released before the confirmation").toBe(0);
    await confirm.click();
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect(cart.undo).toBeVisible();
    expect(await serviceClient.placesLeft(whole.ticketTypeIds[0]?.[0] ?? 0)).toBe(100);
    expect(await serviceClient.placesLeft(partType)).toBe(2);
    await expectAccessible(page, "emptied cart with Undo");

    await serviceClient.reservePlaces(part.eventId, partType, 1);
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
    await expect(checkout.email, "the details are still filled in").toHaveValue("ada@example.com");
  });

  test("hides Undo after ten seconds while the focus is on its box", { tag: "@once" }, async ({
    page,
    cart,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("The Widow’s Tears", { ticketTypes });
    await page.clock.install();
    await cart.open();
    await cart.empty();
    await expect(cart.undo).toBeVisible();
    await page.clock.fastForward("00:11");
    await expect(cart.undo).toHaveCount(0);
  });

  test("keeps Undo while its button has the focus, and hides it ten seconds after", { tag: "@once" }, async ({
    page,
    cart,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("Bussy d’Ambois", { ticketTypes });
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

  test("restores one removed event beside the others", { tag: "@once" }, async ({ cart, putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("The Changeling", { ticketTypes });
    const removed = await putOnSaleAndReserve("The Old Law", { ticketTypes });
    await cart.open();
    await cart.remove(removed.name);
    await expect(cart.events).toHaveCount(1);
    await cart.undo.click();
    await expect(cart.events).toHaveCount(2);
    await expect(cart.summary).toContainText("$40.00");
  });
});

test.describe("Emptying the cart without JavaScript", { tag: ["@purchase", "@service", "@once"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("asks for confirmation, and Undo is a plain form", async ({ page, serviceClient, cart, uniqueName }) => {
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
