import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test("P56: the good card leads to a ticket with a readable QR code for each place", {
  tag: ["@smoke", "@elsewhere", "@purchase", "@buys"],
}, async ({ page, anyTickets, buyer, checkout, tickets }) => {
  const { eventName } = await anyTickets.reserve(2);
  await checkout.submitDetails(buyer);
  const total = await checkout.total();
  const before = await page.evaluate(() => history.length);
  await checkout.payWithGoodCard();

  await expect(tickets.heading).toBeVisible();
  await expect(tickets.heading).toContainText(eventName);
  await expect(page.getByText(text("Sale.paidTotal", { total }))).toBeVisible();
  await expect(tickets.receipt).toContainText(total);
  await expect(tickets.codes).toHaveCount(2);
  expect(await page.evaluate(() => history.length)).toBe(before);
  const scanned = [await tickets.scan(0), await tickets.scan(1)];
  expect(new Set(scanned).size).toBe(2);
  for (const text of scanned) expect(text).toMatch(/^(\d+|[0-9a-f-]{36})$/);
});

test("P56: the bad card leads back to the pay page with the reservation kept", {
  tag: ["@smoke", "@elsewhere", "@decline", "@purchase", "@phone-in-full"],
}, async ({ page, anyTickets, buyer, checkout }) => {
  await anyTickets.reserve();
  await checkout.submitDetails(buyer);
  const total = await checkout.total();
  await checkout.payWithBadCard();
  await expect(checkout.declined).toBeFocused();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  await expect(checkout.timer).toBeVisible();

  await page.reload();
  await expect(checkout.timer).toBeVisible();
  expect(await checkout.total()).toBe(total);
});

test("P49, P56, 42: the bad card is declined, and the good card then pays for the same reservation", {
  tag: ["@smoke", "@elsewhere", "@decline", "@purchase", "@buys"],
}, async ({ page, env, anyTickets, buyer, checkout, tickets }) => {
  await anyTickets.reserve();
  await checkout.submitDetails(buyer);
  const total = await checkout.total();

  await checkout.payWithBadCard();
  await expect(checkout.declined).toBeFocused();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  const { number, expiry, name } = env.badCard;
  expect(digitsOf(await checkout.card.number.inputValue())).toBe(digitsOf(number));
  expect(digitsOf(await checkout.card.expiry.inputValue())).toBe(digitsOf(expiry));
  await expect(checkout.card.name).toHaveValue(name);
  await expect(checkout.card.code).toHaveValue("");
  await expect(checkout.card.code).toHaveAccessibleDescription(text("Pay.codeAgain"));
  await expect(checkout.timer).toBeVisible();
  expect(await checkout.total()).toBe(total);

  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(1);
  await expect(page.getByText(text("Sale.paidTotal", { total }))).toBeVisible();
});

test("P56: the good card leads to tickets whose codes of both types admit once", {
  tag: ["@smoke", "@purchase", "@service", "@buys", "@phone-in-full"],
}, async ({ serviceClient, checkout, tickets, putOnSaleAndReserve, money }) => {
  for (const [qrType, pattern] of [
    ["A", /^\d+$/],
    ["B", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
  ] as const) {
    await putOnSaleAndReserve("The Tempest", { quantity: 2, qrType });
    await checkout.openPayment();
    await checkout.showsTotal(money("95.00"));
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(2);

    const scanned = await tickets.scan(0);
    expect(scanned).toMatch(pattern);
    expect(await serviceClient.admit(scanned)).toEqual({ status: 200, result: "ADMITTED" });
    expect(await serviceClient.admit(scanned)).toEqual({ status: 200, result: "ALREADY_ADMITTED" });
    expect(await serviceClient.admit(await tickets.scan(1))).toEqual({ status: 200, result: "ADMITTED" });
  }
});

test("19: names the ticket type that ran out, lowers its quantity, and keeps the others", {
  tag: ["@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Winter's Tale"),
    ticketTypes: [
      { name: "General admission", price: "45.00", fee: "2.50" },
      { name: "Concession", price: "30.00", fee: "2.50", maximumAllocation: 3 },
    ],
  });
  await event.open(eventId);
  await event.choose("General admission", 2);
  await event.choose("Concession", 2);
  await serviceClient.reservePlaces(eventId, ticketTypeIds[0]?.[1] ?? 0, 2);
  await event.continueButton.click();

  await expect(page.getByText(text("Cart.shortage.left", { left: 1, name: "Concession" }))).toBeVisible();
  await expectAccessible(page, "shortage");
  await expect(page).toHaveURL(new RegExp(`/${language}/events/${eventId}`));
  await expect(event.quantity("General admission")).toHaveValue("2");
  await expect(event.quantity("Concession"), "lowered to what is left").toHaveValue("1");
});

const digitsOf = (text: string) => text.replace(/\D/g, "");
