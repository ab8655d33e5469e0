import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { quantityIn } from "#e2e/support/any-tickets.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { text } = words;

test.describe("Interruptions", { tag: ["@once", "@purchase"] }, () => {
  test("reports an event added in another tab, keeps the details, and sends them with the second click", async ({
    page,
    context,
    env,
    anyTickets,
    buyer,
  }) => {
    const first = await anyTickets.reserve();
    const tab = await context.newPage();
    const checkout = checkoutPage(tab, env);
    await tab.goto(page.url());
    await checkout.fillDetails(buyer);
    await tab.getByLabel(text("Details.optIn")).check();
    await anyTickets.reserve(1, { besides: [first] });

    await checkout.toPayment.click();
    await expect(tab.getByRole("alert").filter({ hasText: text("Details.refusal.out_of_date") })).toBeFocused();
    await expect(checkout.reserved(2)).toBeVisible();
    await expect(checkout.email).toHaveValue(buyer.email);
    await expect(tab.getByLabel(text("Details.optIn"))).toBeChecked();
    await checkout.toPayment.click();
    await tab.waitForURL(/\/checkout\/pay$/);
    await expect(checkout.review).toContainText(first.eventName);
  });

  test("keeps the selection when the connection breaks while reserving, and reserves with the second click", {
    tag: "@plain",
  }, async ({ page, anyTickets, event, checkout, places }) => {
    const { eventId, row } = await anyTickets.choose(2);
    await page.route(`**/events/${eventId}`, (route) => route.abort("connectionreset"), { times: 1 });
    await event.continueButton.click();
    const notice = page.getByRole("alert").filter({ hasText: text("Event.picker.lost") });
    await expect(notice).toBeFocused();
    expect(await quantityIn(row)).toBe(2);
    await places.take(2);
    await event.reserveTickets();
    await expect(checkout.deadline).toBeVisible();
  });

  test("keeps the details when the connection breaks, and sends them with the second click", async ({
    page,
    anyTickets,
    buyer,
    checkout,
  }) => {
    await anyTickets.reserve();
    await checkout.fillDetails(buyer);
    await page.route("**/checkout", (route) => route.abort("connectionreset"), { times: 1 });
    await checkout.toPayment.click();
    await expect(checkout.connectionProblem).toBeFocused();
    await expect(checkout.email).toHaveValue(buyer.email);
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await expect(checkout.giver).toContainText(buyer.email);
  });

  test("empties the cart once for a double click, and offers Undo", async ({ anyTickets, checkout, cart }) => {
    await anyTickets.reserve(2);
    await cart.open();
    await checkout.timerRuns();
    await (await cart.openEmptyCartPrompt()).dblclick();
    await expect(cart.emptyHeading).toBeVisible();
    await expect(cart.undo).toBeVisible();
  });

  test("P40: resumes the timer after reserving again when the device's clock was set forward", async ({
    page,
    anyTickets,
    cart,
    checkout,
    places,
  }) => {
    await page.clock.install();
    await anyTickets.reserve();
    await checkout.forwardUntilLeft(-60);
    await expect(checkout.expiredHeading).toBeVisible();
    await page.clock.resume();
    await places.take(1);
    await cart.reserveTicketsAgain.click();
    await expect(checkout.expiredHeading).toBeHidden();
    await expect(checkout.timer).toHaveText(/^\d+:\d{2}$/);
    expect(await checkout.secondsLeft()).toBeGreaterThan(0);
  });
});
