import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("P49, 23: an expired reservation keeps the input, and one button reserves the same tickets again", {
  tag: ["@expiry", "@slow", "@purchase", "@buys", "@phone-in-full"],
}, async ({ page, expiry, anyTickets, buyer, cart, checkout, places, tickets }) => {
  const { eventId } = await anyTickets.reserve(2);
  await checkout.firstName.fill(buyer.firstName);
  await checkout.lastName.fill(buyer.lastName);
  await checkout.email.fill(buyer.email);

  await expiry.expire(eventId);
  await expect(checkout.firstName).toHaveValue(buyer.firstName);
  await expectAccessible(page, "reservation expired");

  await places.take(2);
  await cart.reserveTicketsAgain.click();
  await expect(checkout.expiredHeading).toBeHidden();
  await expect(checkout.timer).toBeVisible();
  await expect(checkout.email).toHaveValue(buyer.email);
  await checkout.submitDetails(buyer);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(2);
});

test("P48, 21: the timer announces five, two and one minute and thirty seconds", {
  tag: ["@expiry", "@purchase", "@phone-in-full"],
}, async ({ page, anyTickets, checkout, words }) => {
  await page.clock.install();
  await anyTickets.reserve();
  await expect(checkout.timer).toBeVisible();
  const announcements = page.getByRole("status");
  const left = await checkout.secondsLeft();
  let passed = 0;
  for (const [mark, announced] of [
    [5 * 60, words.text("Common.timer.minutes", { count: 5 })],
    [2 * 60, words.text("Common.timer.minutes", { count: 2 })],
    [60, words.text("Common.timer.minutes", { count: 1 })],
    [30, words.text("Common.timer.seconds", { count: 30 })],
  ] as const) {
    await page.clock.fastForward((left - mark - passed) * 1000);
    passed = left - mark;
    await expect(announcements.filter({ hasText: announced })).toHaveCount(1);
  }
});
