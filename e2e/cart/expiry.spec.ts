import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("P49, 23: an expired reservation keeps the input, and one button reserves the same tickets again", {
  tag: ["@expiry", "@purchase", "@service", "@clock"],
}, async ({ page, serviceClient, sandbox, event, checkout, tickets, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Pericles") });
  await page.clock.install();
  await event.open(eventId);
  await event.choose("General admission", 2);
  await event.reserveTickets();
  await checkout.firstName.fill("Ada");
  await checkout.lastName.fill("Lovelace");
  await checkout.email.fill("ada@example.com");

  await sandbox.ageReservations(eventId, 15 * 60);
  await page.clock.fastForward(15 * 60 * 1000 + 2_000);
  await expect(checkout.expiredHeading).toBeVisible();
  await expect(checkout.firstName).toHaveValue("Ada");
  await page.clock.resume();
  await expectAccessible(page, "reservation expired");

  await page.getByRole("button", { name: "Reserve them again" }).click();
  await expect(checkout.expiredHeading).toBeHidden();
  await expect(checkout.timer).toBeVisible();
  await expect(checkout.email).toHaveValue("ada@example.com");
  await checkout.toPayment.click();
  await page.waitForURL(/\/checkout\/pay$/);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(2);
});

test("P48, 21: the timer announces five, two and one minute and thirty seconds", {
  tag: ["@expiry", "@purchase", "@service"],
}, async ({ page, serviceClient, event, checkout, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("King John") });
  await page.clock.install();
  await event.open(eventId);
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await expect(checkout.timer).toBeVisible();
  const announcements = page.getByRole("status");
  for (const [forwardSeconds, words] of [
    [10 * 60, /5 minutes/],
    [3 * 60, /2 minutes/],
    [60, /1 minute/],
    [30, /30 seconds/],
  ] as const) {
    await page.clock.fastForward(forwardSeconds * 1000);
    await expect(announcements.filter({ hasText: words })).toHaveCount(1);
  }
});
