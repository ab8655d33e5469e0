import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("shows the section of two ticket types with one name on every page, and one receipt with one total", {
  tag: ["@service", "@purchase", "@buys", "@phone-in-full", "@english"],
}, async ({ page, serviceClient, event, cart, checkout, tickets, uniqueName }) => {
  test.slow();
  const play = await serviceClient.putOnSale({
    name: uniqueName("The Last Boat Home"),
    ticketTypes: [
      { name: "Adult", price: "62.00", fee: "3.50", section: "Stalls" },
      { name: "Adult", price: "48.00", fee: "3.50", section: "Circle" },
    ],
  });
  const gig = await serviceClient.putOnSale({
    name: uniqueName("Half Past Anything"),
    ticketTypes: [{ name: "Adult", price: "54.00", fee: "3.00", section: "Floor" }],
  });
  const events = [play.eventId, gig.eventId];
  await serviceClient.createPriceRule("festivalDiscount", {
    name: "Weekend pass",
    percentage: 15,
    minimumEvents: 2,
    events,
  });
  const [stalls, circle] = play.ticketTypeIds[0] ?? [];
  await page.goto(`/en/events/${play.eventId}?qty.${stalls}=1&qty.${circle}=1`);
  await expect(page.getByText("2 tickets, fees included")).toBeVisible();
  await event.reserveTickets();
  await event.open(gig.eventId);
  await event.choose("Adult", 2);
  await event.reserveTickets();

  await cart.open();
  await expect(cart.event(play.name).getByRole("listitem")).toHaveText([
    "1 × Adult, Stalls$65.50",
    "1 × Adult, Circle$51.50",
  ]);
  await expect(cart.event(gig.name).getByRole("listitem")).toHaveText(["2 × Adult, Floor$114.00$57.00 each"]);
  await expect(cart.summary).toContainText("Subtotal$231.00Weekend pass−$34.66");
  await expect(cart.summary).toContainText("$196.34You save $34.66");
  await expect(page.getByText("Weekend pass"), "the saving is listed once").toHaveCount(1);

  await cart.checkOut.click();
  await page.waitForURL(/\/checkout$/);
  await checkout.submitDetails();
  const review = page.getByRole("region", { name: "Review your order" });
  await expect(review).toContainText("1 × Adult, Stalls · 1 × Adult, Circle");
  await expect(review).toContainText("Subtotal$231.00Weekend pass−$34.66");
  await expectAccessible(page, "pay for two events with a saving");
  await checkout.payWithGoodCard();

  await expect(tickets.codes).toHaveCount(4);
  await expect(page.getByRole("heading", { name: "Receipt" })).toHaveCount(1);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("1 × Adult, Stalls");
  await expect(receipt).toContainText("1 × Adult, Circle");
  await expect(receipt).toContainText("2 × Adult, Floor");
  await expect(receipt).toContainText("Subtotal$231.00Weekend pass−$34.66");
  await expect(receipt).toContainText(/Total paid.*\$196\.34/);
  await tickets.openAll();
  for (const name of ["Stalls", "Circle"]) {
    await expect(page.getByRole("definition").filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(1);
  }
  await expect(page.getByRole("link", { name: "Save as PDF" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Add to calendar" })).toHaveCount(1);
  await expectAccessible(page, "order of two events with a saving");
});

test("names the seller, the currency, the policies and the cards at the payment", {
  tag: ["@service", "@purchase", "@sandbox", "@english"],
}, async ({ page, checkout, putOnSaleAndReserve }) => {
  await putOnSaleAndReserve("The Last Boat Home");
  await checkout.submitDetails();
  await expect(page.getByText(/^You pay .+ in New Zealand dollars\.$/)).toBeVisible();
  const policies = page.getByRole("link", { name: "Refund policy" });
  await expect(policies.first()).toHaveAttribute("href", /^https:\/\//);
  await expect(policies.first()).toHaveAttribute("rel", /noopener/);
  await expect(page.getByRole("list", { name: "Cards accepted" })).toHaveText(/Visa/);
  await expect(page.getByRole("contentinfo")).toContainText("Cards accepted: Visa");
});
