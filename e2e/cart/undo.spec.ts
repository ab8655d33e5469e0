import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test.describe("Emptying the cart", { tag: "@purchase" }, () => {
  const ticketTypes = [{ name: "Stalls", price: "20.00" }];

  test("24: empties it after a confirmation, and Undo reserves the same tickets again", { tag: "@plain" }, async ({
    page,
    anyTickets,
    cart,
    places,
  }) => {
    const { eventName } = await anyTickets.reserve(2);
    await cart.open();
    const total = await cart.total();
    const confirm = await cart.openEmptyCartPrompt();
    await expect(page.getByText(text("Cart.releaseQuestion")).filter({ visible: true })).toHaveCount(1);
    await confirm.click();
    await expect(cart.emptyHeading).toBeVisible();
    await expect(cart.events).toHaveCount(0);
    await places.take(2);
    await cart.undo.click();
    await expect(cart.event(eventName)).toHaveCount(1);
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 2, events: 1 }));
    expect(await cart.total()).toBe(total);
  });

  test("24: the checkout of an emptied cart says that nothing is reserved", { tag: "@phone-in-full" }, async ({
    page,
    anyTickets,
    cart,
    checkout,
  }) => {
    await anyTickets.reserve();
    await cart.open();
    await checkout.emptyCart();
    await expect(cart.emptyHeading).toBeVisible();
    for (const path of ["checkout", "checkout/pay"]) {
      await page.goto(`/${language}/${path}`);
      await expect(page.getByText(text("Cart.unknownText"))).toBeVisible();
      await expect(checkout.payButton).toHaveCount(0);
    }
  });

  test("asks for confirmation and releases the places; Undo reserves them again and names what is missing", {
    tag: ["@service", "@phone-in-full"],
  }, async ({ page, serviceClient, cart, checkout, putOnSaleAndReserve }) => {
    test.slow();
    const whole = await putOnSaleAndReserve("The Malcontent", { ticketTypes, quantity: 2 });
    const part = await putOnSaleAndReserve("Antonio’s Revenge", { ticketTypes, quantity: 2, capacity: 2 });
    await checkout.openPayment();
    await cart.open();
    const confirm = await cart.openEmptyCartPrompt();
    await expect(page.getByText(text("Cart.releaseQuestion")).filter({ visible: true })).toHaveCount(1);
    await expectAccessible(page, "cart with the prompt to empty it");
    const partType = part.ticketTypeIds[0]?.[0] ?? 0;
    expect(await serviceClient.placesLeft(partType), "nothing is released before the confirmation").toBe(0);
    await confirm.click();
    await expect(cart.emptyHeading).toBeVisible();
    await expect(cart.undo).toBeVisible();
    expect(await serviceClient.placesLeft(whole.ticketTypeIds[0]?.[0] ?? 0)).toBe(100);
    expect(await serviceClient.placesLeft(partType)).toBe(2);
    await expectAccessible(page, "emptied cart with Undo");

    await serviceClient.reservePlaces(part.eventId, partType, 1);
    await cart.undo.click();
    await expect(page.getByText(text("Cart.again.partlyTitle"))).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(whole.name, "Stalls", 2))).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(part.name, "Stalls", 2, 1))).toBeVisible();
    await expect(cart.undo).toHaveCount(0);
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 3, events: 2 }));
    expect(await serviceClient.placesLeft(whole.ticketTypeIds[0]?.[0] ?? 0)).toBe(98);
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
  }) => {
    await anyTickets.reserve();
    await page.clock.install();
    await cart.open();
    await cart.empty();
    await cart.undo.focus();
    await page.clock.fastForward("00:30");
    await expect(cart.undo).toBeVisible();
    await page.getByRole("link", { name: text("Cart.toList") }).focus();
    await page.clock.fastForward("00:11");
    await expect(cart.undo).toHaveCount(0);
  });
});

test.describe("Emptying the cart without JavaScript", { tag: ["@purchase", "@once"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("asks for confirmation, and Undo is a plain form", { tag: "@plain" }, async ({
    page,
    anyTickets,
    cart,
    places,
  }) => {
    await anyTickets.reserveWithoutScript(2);
    await cart.open();
    await cart.empty();
    await expect(cart.emptyHeading).toBeVisible();
    await places.take(2);
    await cart.undo.click();
    await expect(page.getByText(text("Cart.again.title"))).toBeVisible();
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 2, events: 1 }));
  });
});
