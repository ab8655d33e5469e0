import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;

test.describe("A price that changes while tickets are reserved", {
  tag: ["@purchase", "@service", "@phone-in-full"],
}, () => {
  const ticketTypes = [{ name: "Adult", price: "20.00" }];

  test("fewer keep their price, also when nothing is on sale any more, and what one more costs is said before", async ({
    page,
    serviceClient,
    cart,
    checkout,
    putOnSaleAndReserve,
    money,
  }) => {
    const { eventId, ticketTypeIds } = await putOnSaleAndReserve("Ratine", { ticketTypes, quantity: 3 });
    const type = ticketTypeIds[0]?.[0] ?? 0;
    const left = () => serviceClient.placesLeft(type);
    await serviceClient.call("PUT", `/ticketType/${type}`, { price: 60 });
    const today = page.getByText(text("Cart.change.today", { price: money("60.00") }));
    await expect(async () => {
      await cart.open();
      await expect(today).toBeVisible({ timeout: 1000 });
    }).toPass();
    await checkout.timerRuns();
    await cart.fewer("Adult, Floor").click();
    await expect.poll(left).toBe(98);
    await expect.poll(() => cart.total()).toBe(money("40.00"));
    await expect(cart.line("Adult, Floor")).not.toHaveAttribute("data-changing");

    await cart.more("Adult, Floor").click();
    await expect.poll(left).toBe(97);
    await expect.poll(() => cart.total()).toBe(money("100.00"));
    const lineAt = (price: string) => cart.line(`Adult, Floor ${text("Cart.each", { price: money(price) })}`);
    await expect(lineAt("20.00")).toContainText("2");
    await expect(lineAt("60.00")).toContainText("1");
    await expect(page.getByText(text("Pay.changedTitle"))).toHaveCount(0);
    await expectAccessible(page, "cart with one ticket type at two prices");

    await serviceClient.call("PUT", `/event/${eventId}/publish/false`, {});
    await lineAt("20.00").getByRole("button").first().click();
    await expect.poll(left).toBe(98);
    await expect.poll(() => cart.total()).toBe(money("80.00"));
  });

  test("the saving that the others lose is said before a ticket is given back", async ({
    page,
    serviceClient,
    cart,
    checkout,
    putOnSaleAndReserve,
    money,
  }) => {
    const { eventId } = await putOnSaleAndReserve("Bouclé", { ticketTypes });
    const pair = await serviceClient.createPriceRule("multipack", {
      name: "Pair",
      ruleName: "Pair",
      quantity: 2,
      discountType: "PERCENTAGE",
      discountAmount: 50,
      events: [eventId],
    });
    await cart.open();
    await checkout.timerRuns();
    await cart.more("Adult, Floor").click();
    await expect.poll(() => cart.total()).toBe(money("20.00"));
    const lost = page.getByText(text("Cart.change.fewer", { savings: "Pair", total: money("20.00") }));
    await expect(lost).toBeVisible();
    await cart.fewer("Adult, Floor").click();
    await expect(lost).toHaveCount(0);
    await expect(cart.line("Adult, Floor")).toContainText("1");
    expect(await cart.total()).toBe(money("20.00"));

    // It ends, and the total that one more then leads to is said too.
    await cart.more("Adult, Floor").click();
    await expect(lost).toBeVisible();
    await serviceClient.call("PUT", `/multipack/${pair}/enable/false`, {});
    await cart.more("Adult, Floor").click();
    const totals = { total: money("60.00"), expected: money("40.00") };
    await expect(page.getByRole("alert").filter({ hasText: text("Cart.fewerSavings", totals) })).toBeVisible();
    expect(await cart.total()).toBe(money("20.00"));
    await page.getByRole("button", { name: text("Cart.change.accept") }).click();
    await expect.poll(() => cart.total()).toBe(money("60.00"));
    await expect(cart.line("Adult, Floor")).toContainText("3");
  });
});

test("Undo and Reserve again say the new total before they reserve", {
  tag: ["@purchase", "@service", "@expiry", "@clock", "@once"],
}, async ({ page, serviceClient, sandbox, cart, checkout, putOnSaleAndReserve, money }) => {
  const ticketTypes = [{ name: "Adult", price: "20.00" }];
  const { eventId, ticketTypeIds } = await putOnSaleAndReserve("Serge", { ticketTypes, quantity: 2 });
  const type = ticketTypeIds[0]?.[0] ?? 0;
  const undone = (amount: string) => page.getByText(text("Cart.undo.total", { total: money(amount) }));
  const total = (amount: string) => page.getByText(text("Cart.again.total", { total: money(amount) }));
  await cart.open();
  await cart.empty();
  await expect(undone("40.00")).toBeVisible();
  await serviceClient.call("PUT", `/ticketType/${type}`, { price: 30 });
  await cart.undo.click();
  await expect(total("60.00")).toBeVisible();
  await expect(undone("40.00")).toBeHidden();
  expect(await serviceClient.placesLeft(type), "nothing is reserved yet").toBe(100);
  await cart.undo.click();
  await expect.poll(() => serviceClient.placesLeft(type)).toBe(98);
  expect(await cart.total()).toBe(money("60.00"));

  await sandbox.ageReservations(eventId, 15 * 60 + 5);
  await serviceClient.call("PUT", `/ticketType/${type}`, { price: 35 });
  await expect(async () => {
    await page.reload();
    await expect(total("70.00")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await cart.reserveTicketsAgain.click();
  await expect(checkout.timer).toBeVisible();
  expect(await cart.total()).toBe(money("70.00"));
});

test.describe("A price that falls, without JavaScript", { tag: ["@purchase", "@service", "@once"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("is said, and taken by one button", async ({ page, serviceClient, event, cart, uniqueName, money }) => {
    const show = await serviceClient.putOnSale({
      name: uniqueName("Grogram"),
      ticketTypes: [{ name: "Adult", price: "20.00" }],
    });
    const type = show.ticketTypeIds[0]?.[0] ?? 0;
    await event.reserveWithoutScript(show.eventId, type, 2);
    await serviceClient.call("PUT", `/ticketType/${type}`, { price: 12.5 });
    const cheaper = page.getByText(text("Cart.cheaper.text", { total: money("25.00") }));
    await expect(async () => {
      await cart.open();
      await expect(cheaper).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(await cart.total()).toBe(money("40.00"));
    await page.getByRole("button", { name: text("Cart.cheaper.takeOf", { event: show.name }) }).click();
    await expect(cheaper).toHaveCount(0);
    expect(await cart.total()).toBe(money("25.00"));
    expect(await serviceClient.placesLeft(type)).toBe(98);
    await expect(page.getByText(text("Pay.changedTitle"))).toHaveCount(0);
  });
});
