import type { Page } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;

const ticketTypes = [
  { name: "Adult", price: "20.00", maximumPerOrder: 4 },
  { name: "Child", price: "10.00" },
];

/** Returns the changes that the page has sent so far. */
function changesOf(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname.endsWith("/cart")) sent.push(request.url());
  });
  return sent;
}

test.describe("Changing quantities in the cart", { tag: ["@purchase", "@service"] }, () => {
  test("quick presses become one change, which is announced with the total; the limit is announced", {
    tag: "@phone-in-full",
  }, async ({ page, serviceClient, cart, checkout, putOnSaleAndReserve, money }) => {
    const { ticketTypeIds } = await putOnSaleAndReserve("Marrow", { ticketTypes });
    const left = () => serviceClient.placesLeft(ticketTypeIds[0]?.[0] ?? 0);
    const sent = changesOf(page);
    await cart.open();
    await checkout.timerRuns();
    await cart.more("Adult, Floor").evaluate(async (button: HTMLButtonElement) => {
      button.click();
      await new Promise((resolve) => setTimeout(resolve));
      button.click();
    });
    await expect(cart.line("Adult, Floor")).toContainText("3");
    const changed = text("Cart.change.changed", { count: 3, name: "Adult, Floor", total: money("60.00") });
    await expect(page.getByRole("status").filter({ hasText: changed })).toHaveCount(1);
    expect(await cart.total()).toBe(money("60.00"));
    expect(sent, "one change for two presses").toHaveLength(1);
    expect(await left()).toBe(97);

    // The other tab shows an older cart. Its change of another line loses none of this one's.
    const tab = await page.context().newPage();
    const other = cartPage(tab);
    await other.open();
    await cart.more("Adult, Floor").click();
    await expect.poll(left).toBe(96);
    // The answer's announcement would replace that of the limit.
    await expect(cart.line("Adult, Floor")).not.toHaveAttribute("data-changing");
    // A click would wait for the button to be enabled.
    await cart.more("Adult, Floor").press("Enter");
    await expect(page.getByRole("status").filter({ hasText: text("Event.picker.most", { count: 4 }) })).toHaveCount(1);
    await other.fewer("Adult, Floor").click();
    await expect.poll(left).toBe(98);
    await expectAccessible(page, "cart after a change");
  });

  test("at one ticket the line is removed, and Undo brings it back", async ({
    page,
    serviceClient,
    event,
    cart,
    checkout,
    uniqueName,
    money,
  }) => {
    const show = await serviceClient.putOnSale({ name: uniqueName("Candlewick"), ticketTypes });
    await event.open(show.eventId);
    await event.choose("Adult", 2);
    await event.choose("Child", 1);
    await event.reserveTickets();
    await cart.open();
    await checkout.timerRuns();
    await page.getByRole("button", { name: text("Cart.removeOf", { event: "Child, Floor" }) }).click();
    await expect(cart.line("Child, Floor")).toHaveCount(0);
    await expect(page.getByText(text("Cart.undo.removed", { event: "Child" }))).toBeVisible();
    expect(await cart.total()).toBe(money("40.00"));
    await cart.undo.click();
    await expect(cart.line("Child, Floor")).toHaveCount(1);
    expect(await cart.total()).toBe(money("50.00"));

    // The event has two reservations now. A change makes one of them again, with all lines.
    await cart.fewer("Adult, Floor").click();
    await expect.poll(() => serviceClient.placesLeft(show.ticketTypeIds[0]?.[0] ?? 0)).toBe(98);
    await expect.poll(() => cart.total()).toBe(money("30.00"));
    await expect(cart.line("Child, Floor")).toHaveCount(1);
  });

  test("takes the last place beside one's own, and a shortage leaves all as it was", { tag: "@phone-in-full" }, async ({
    page,
    serviceClient,
    cart,
    checkout,
    putOnSaleAndReserve,
  }) => {
    const { eventId, ticketTypeIds } = await putOnSaleAndReserve("Loom", { ticketTypes, quantity: 2, capacity: 4 });
    const left = () => serviceClient.placesLeft(ticketTypeIds[0]?.[0] ?? 0);
    await cart.open();
    await checkout.timerRuns();
    await cart.more("Adult, Floor").click();
    await expect.poll(left).toBe(1);
    await expect(cart.line("Adult, Floor")).not.toHaveAttribute("data-changing");
    await serviceClient.reservePlaces(eventId, ticketTypeIds[0]?.[0] ?? 0, 1);
    await cart.more("Adult, Floor").click();
    const short = page.getByRole("alert").filter({ hasText: text("Cart.change.noneLeft", { count: 3 }) });
    await expect(short).toBeVisible();
    await expect(cart.line("Adult, Floor")).toContainText("3");
    await expect(checkout.reserved(3)).toBeVisible();
    expect(await left()).toBe(0);
  });

  test("with none left no more can be added, but a ticket that was given back can be taken again", {
    tag: "@phone-in-full",
  }, async ({ page, serviceClient, cart, checkout, putOnSaleAndReserve }) => {
    const { ticketTypeIds } = await putOnSaleAndReserve("Weft", { ticketTypes, quantity: 2, capacity: 2 });
    const left = () => serviceClient.placesLeft(ticketTypeIds[0]?.[0] ?? 0);
    // The number left is read again after a few seconds.
    await expect(async () => {
      await cart.open();
      await expect(cart.more("Adult, Floor")).toHaveAttribute("aria-disabled", "true", { timeout: 1000 });
    }).toPass();
    await checkout.timerRuns();
    await cart.more("Adult, Floor").press("Enter");
    await expect(page.getByRole("status").filter({ hasText: text("Event.picker.noneLeft") })).toHaveCount(1);
    await expect(cart.line("Adult, Floor")).toContainText("2");
    await cart.fewer("Adult, Floor").click();
    await expect.poll(left).toBe(1);
    await expect(cart.line("Adult, Floor")).not.toHaveAttribute("data-changing");
    await cart.more("Adult, Floor").click();
    await expect.poll(left).toBe(0);
    await expect(cart.line("Adult, Floor")).toContainText("2");
  });
});

test.describe("Changing quantities without JavaScript", { tag: ["@purchase", "@service", "@once"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("each button is a plain form, and a shortage is said beside its line", async ({
    page,
    serviceClient,
    event,
    cart,
    uniqueName,
  }) => {
    const show = await serviceClient.putOnSale({ name: uniqueName("Tallow"), ticketTypes, capacity: 2 });
    await event.reserveWithoutScript(show.eventId, show.ticketTypeIds[0]?.[0] ?? 0, 1);
    await cart.open();
    await cart.more("Adult, Floor").click();
    await expect(cart.line("Adult, Floor")).toContainText("2");
    await page.reload();
    await expect(cart.line("Adult, Floor")).toContainText("2");
    // A click would wait for the button to be enabled: the page may know already that none is left.
    await cart.more("Adult, Floor").press("Enter");
    await expect(page.getByText(text("Cart.change.noneLeft", { count: 2 }))).toBeVisible();
    await cart.fewer("Adult, Floor").click();
    await expect(cart.line("Adult, Floor")).toContainText("1");
    await page.getByRole("button", { name: text("Cart.removeOf", { event: "Adult, Floor" }) }).click();
    await expect(cart.emptyHeading).toBeVisible();
    await expect(cart.undo).toBeVisible();
  });
});
