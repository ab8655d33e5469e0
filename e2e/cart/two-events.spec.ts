import { amountIn } from "#e2e/support/amounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;

test.describe("A cart of two events", { tag: "@purchase" }, () => {
  test("has both events under one timer, and one total that the pay button repeats", {
    tag: "@once",
  }, async ({ anyTickets, buyer, cart, checkout, words }) => {
    const first = await anyTickets.reserve();
    await cart.open();
    const total = await cart.total();
    const second = await anyTickets.reserve(1, { besides: [first] });
    await expect(checkout.timer).toHaveCount(1);
    await cart.open();
    await expect(cart.count).toHaveText(words.text("Cart.countOf", { count: 2, events: 2 }));
    for (const { eventName } of [first, second]) await expect(cart.event(eventName)).toHaveCount(1);
    const sum = await cart.total();
    expect(sum).not.toBe(total);
    await cart.checkOut.click();
    await checkout.openPayment(buyer);
    expect(await checkout.total()).toBe(sum);
  });

  test("P52: is paid with one order, whose page has the tickets of both events", {
    tag: ["@buys", "@once", "@plain"],
  }, async ({ page, anyTickets, buyer, checkout, tickets, words }) => {
    const first = await anyTickets.reserve();
    const second = await anyTickets.reserve(1, { besides: [first] });
    await checkout.openPayment(buyer);
    const total = await checkout.total();
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(2);
    for (const { eventName } of [first, second])
      await expect(
        page.getByRole("article").getByRole("heading", { level: 3, name: eventName, exact: true }),
      ).toBeVisible();
    await expect(page.getByText(words.text("Sale.paidTotal", { total }))).toBeVisible();
    expect(await tickets.reference()).not.toBe("");
    expect(await tickets.scan(0)).not.toBe(await tickets.scan(1));
  });

  test("loses one event to Remove, and gets it back with Undo", { tag: ["@once", "@plain"] }, async ({
    anyTickets,
    cart,
    places,
  }) => {
    const first = await anyTickets.reserve();
    const second = await anyTickets.reserve(1, { besides: [first] });
    await cart.open();
    const sum = await cart.total();
    await cart.remove(second.eventName);
    await expect(cart.events).toHaveCount(1);
    await expect(cart.event(first.eventName)).toHaveCount(1);
    expect(await cart.total()).not.toBe(sum);
    await places.take(1);
    await cart.undo.click();
    await expect(cart.events).toHaveCount(2);
    expect(await cart.total()).toBe(sum);
  });
});

test("P50, P52: the event page, the cart, the pay button and the receipt show one total", {
  tag: ["@purchase", "@buys", "@once"],
}, async ({ anyTickets, buyer, event, cart, checkout, places, tickets }) => {
  await anyTickets.choose(2);
  const total = await event.total();
  await places.take(2);
  await event.reserveTickets();
  await cart.open();
  expect(await cart.total()).toBe(total);
  await cart.checkOut.click();
  await checkout.submitDetails(buyer);
  expect(await checkout.total()).toBe(total);
  await checkout.payWithGoodCard();
  await expect(tickets.receipt).toContainText(total);
});

test("P50, P52, 14: the event page, its structured data, the cart, the details and the payment have the same price", {
  tag: ["@purchase", "@phone-in-full", "@plain"],
}, async ({ page, anyTickets, catalogue, event, places, checkout, buyer }) => {
  const { eventId, ticketType, row } = await anyTickets.choose();
  const offers = (await catalogue.datesOf(eventId)).flatMap((date) => date.offers);
  // A row's name ends with its section where others have its name.
  const published = offers.filter(({ name }) => ticketType.startsWith(name)).map(({ price }) => amountIn(price));
  const shown = (await row.innerText()).split("\n").find((line) => published.includes(amountIn(line)));
  expect(shown, `${ticketType} has none of the prices ${published}`).toBeDefined();
  const total = spaced(shown ?? "");
  await expect(page.getByRole("main").getByText(total, { exact: true }).filter({ visible: true }).last()).toBeVisible();
  await places.take(1);
  await event.reserveTickets();
  await checkout.openPayment(buyer);
  for (const path of ["cart", "checkout", "checkout/pay"]) {
    await page.goto(`/${language}/${path}`);
    await expect(page.getByRole("main")).toContainText(total);
  }
});

function spaced(text: string): string {
  return text.replaceAll(/\s/g, " ");
}
