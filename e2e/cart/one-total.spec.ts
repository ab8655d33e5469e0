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
