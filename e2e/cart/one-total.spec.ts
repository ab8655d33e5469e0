import { expect, test } from "#e2e/support/fixtures.ts";

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

test("P50, P52: the event page, the cart and the pay button show the same total", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, serviceClient, event, cart, checkout, uniqueName, money }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("The Reckoning"),
    ticketTypes: [{ name: "Stalls", price: "20.00", fee: "1.50" }],
  });
  await event.open(eventId);
  await event.choose("Stalls", 2);
  await expect(page.getByText(money("43.00"), { exact: true })).toBeVisible();
  await event.reserveTickets();
  await cart.open();
  await expect(cart.summary).toContainText(money("43.00"));
  await cart.checkOut.click();
  await checkout.submitDetails();
  await checkout.showsTotal(money("43.00"));
});
