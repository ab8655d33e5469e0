import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;

test("P37: with the service busy the event page and an expired cart say so, keep the tickets, and reserve them afterwards", {
  tag: ["@outage", "@purchase", "@service", "@faults"],
}, async ({ page, serviceClient, sandbox, event, cart, checkout, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Rush") });
  await event.open(eventId);
  await event.choose("General admission", 2);
  await sandbox.serviceBusy(true);
  try {
    await event.continueButton.click();
    await expect(page.getByRole("alert").filter({ hasText: text("Cart.refusal.service_busy") })).toBeFocused();
    await expect(event.quantity("General admission")).toHaveValue("2");
  } finally {
    await sandbox.serviceBusy(false);
  }
  await event.reserveTickets();

  await sandbox.ageReservations(eventId, 15 * 60 + 5);
  await page.reload();
  await expect(checkout.expiredHeading).toBeVisible();
  await sandbox.serviceBusy(true);
  try {
    await cart.reserveTicketsAgain.click();
    await expect(page.getByText(text("Cart.again.failed.service_busy"))).toBeVisible();
  } finally {
    await sandbox.serviceBusy(false);
  }
  await cart.reserveTicketsAgain.click();
  await expect(page.getByRole("heading", { name: text("Cart.again.title") })).toBeVisible();
  await expect(checkout.reserved(2)).toBeVisible();
});
