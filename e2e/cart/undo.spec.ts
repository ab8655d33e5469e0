import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Emptying the cart", { tag: "@purchase" }, () => {
  const ticketTypes = [{ name: "Stalls", price: "20.00" }];

  test("24: empties it after a confirmation, and Undo reserves the same tickets again", async ({
    page,
    anyTickets,
    cart,
    places,
    words,
  }) => {
    const { eventName } = await anyTickets.reserve(2);
    await cart.open();
    const total = await cart.total();
    const confirm = await cart.openEmptyCartPrompt();
    await expect(page.getByText(words.text("Cart.releaseQuestion")).filter({ visible: true })).toHaveCount(1);
    await confirm.click();
    await expect(cart.emptyHeading).toBeVisible();
    await expect(cart.events).toHaveCount(0);
    await places.take(2);
    await cart.undo.click();
    await expect(cart.event(eventName)).toHaveCount(1);
    await places.reserved();
    await expect(cart.count).toHaveText(words.text("Cart.countOf", { count: 2, events: 1 }));
    expect(await cart.total()).toBe(total);
  });

  test("24: the checkout of an emptied cart says that nothing is reserved", async ({
    page,
    anyTickets,
    checkout,
    words,
  }) => {
    await anyTickets.reserve();
    await checkout.emptyCart();
    await page.waitForURL(/\/cart/);
    for (const path of ["checkout", "checkout/pay"]) {
      await page.goto(`/${words.language}/${path}`);
      await expect(page.getByText(words.text("Cart.unknownText"))).toBeVisible();
      await expect(checkout.payButton).toHaveCount(0);
    }
  });

  test("asks for confirmation and releases the places; Undo reserves them again and names what is missing", {
    tag: ["@service", "@english"],
  }, async ({ page, serviceClient, cart, checkout, putOnSaleAndReserve }) => {
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
    anyTickets,
  }) => {
    await anyTickets.reserve();
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
    anyTickets,
    words,
  }) => {
    await anyTickets.reserve();
    await page.clock.install();
    await cart.open();
    await cart.empty();
    await cart.undo.focus();
    await page.clock.fastForward("00:30");
    await expect(cart.undo).toBeVisible();
    await page.getByRole("link", { name: words.text("Cart.toList") }).focus();
    await page.clock.fastForward("00:11");
    await expect(cart.undo).toHaveCount(0);
  });

  test("restores one removed event beside the others", { tag: ["@service", "@once", "@english"] }, async ({
    cart,
    putOnSaleAndReserve,
  }) => {
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

test.describe("Emptying the cart without JavaScript", { tag: ["@purchase", "@once"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("asks for confirmation, and Undo is a plain form", async ({ page, anyTickets, cart, places, words }) => {
    await anyTickets.reserveWithoutScript(2);
    await cart.open();
    await cart.empty();
    await expect(cart.emptyHeading).toBeVisible();
    await places.take(2);
    await cart.undo.click();
    await expect(page.getByText(words.text("Cart.again.title"))).toBeVisible();
    await places.reserved();
    await expect(cart.count).toHaveText(words.text("Cart.countOf", { count: 2, events: 1 }));
  });

  test("releases the places, and Undo takes them again", { tag: ["@service", "@english"] }, async ({
    page,
    serviceClient,
    cart,
    uniqueName,
  }) => {
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
    expect(await serviceClient.placesLeft(type)).toBe(98);
  });
});
