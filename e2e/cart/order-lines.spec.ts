import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test("shows the section of two ticket types with one name on every page, and one receipt with one total", {
  tag: ["@service", "@purchase", "@buys", "@phone-in-full"],
}, async ({ page, serviceClient, event, cart, checkout, tickets, uniqueName, money }) => {
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
  await page.goto(`/${language}/events/${play.eventId}?qty.${stalls}=1&qty.${circle}=1`);
  await expect(page.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible();
  await event.reserveTickets();
  await event.open(gig.eventId);
  await event.choose("Adult", 2);
  await event.reserveTickets();

  const [inStalls, inCircle, onFloor] = ["Stalls", "Circle", "Floor"].map(
    (section) => `Adult${language === "ar" ? "، " : ", "}${section}`,
  );
  const savings = `${text("Cart.subtotal")}${money("231.00")}Weekend pass${money("-34.66")}`;
  await cart.open();
  await expect(cart.event(play.name).getByRole("listitem")).toHaveText([
    `1 × ${inStalls}${money("65.50")}`,
    `1 × ${inCircle}${money("51.50")}`,
  ]);
  await expect(cart.event(gig.name).getByRole("listitem")).toHaveText([
    `2 × ${onFloor}${money("114.00")}${text("Cart.each", { price: money("57.00") })}`,
  ]);
  await expect(cart.summary).toContainText(savings);
  await expect(cart.summary).toContainText(`${money("196.34")}${text("Cart.youSave", { amount: money("34.66") })}`);
  await expect(page.getByText("Weekend pass"), "the saving is listed once").toHaveCount(1);

  await cart.checkOut.click();
  await page.waitForURL(/\/checkout$/);
  await checkout.submitDetails();
  await expect(checkout.review).toContainText(`1 × ${inStalls} · 1 × ${inCircle}`);
  await expect(checkout.review).toContainText(savings);
  await expectAccessible(page, "pay for two events with a saving");
  await checkout.payWithGoodCard();

  await expect(tickets.codes).toHaveCount(4);
  await expect(page.getByRole("heading", { name: text("Sale.receipt") })).toHaveCount(1);
  await expect(tickets.receipt).toContainText(`1 × ${inStalls}`);
  await expect(tickets.receipt).toContainText(`1 × ${inCircle}`);
  await expect(tickets.receipt).toContainText(`2 × ${onFloor}`);
  await expect(tickets.receipt).toContainText(savings);
  await expect(tickets.receipt).toContainText(money("196.34"));
  await tickets.openAll();
  for (const name of ["Stalls", "Circle"]) {
    await expect(page.getByRole("definition").filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(1);
  }
  await expect(page.getByRole("link", { name: text("Sale.pdf") })).toHaveCount(1);
  await expect(page.getByRole("link", { name: text("Sale.calendar") })).toHaveCount(1);
  await expectAccessible(page, "order of two events with a saving");
});
