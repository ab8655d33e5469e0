import { expect, test } from "#e2e/support/fixtures.ts";

/** A purchase that waited for the mail server would hang for thirty seconds; a busy machine needs some of the time itself. */
const PAYMENT_MS = 25_000;

test("P34: a purchase while the mail server refuses or hangs is as whole and as fast, and its mail follows", {
  tag: ["@purchase", "@mail", "@buys", "@sandbox", "@once"],
}, async ({ anyTickets, buyer, checkout, tickets, mailbox }) => {
  // A message that hangs delays the retries of those that were fetched with it, so the one that hangs comes last.
  for (const mode of ["refuse4xx", "hang"] as const) {
    const email = buyer.email.replace("@", `-${mode}@`);
    await mailbox.behave(mode, email);
    await anyTickets.reserve();
    await checkout.openPayment({ ...buyer, email });
    const begun = Date.now();
    await checkout.payWithGoodCard();
    await expect(tickets.heading).toBeVisible();
    expect(Date.now() - begun).toBeLessThan(PAYMENT_MS);
    expect(await tickets.scan(0)).not.toBe("");
    await mailbox.behave("accept", email);
    const message = await mailbox.messageTo(email);
    expect(message.to).toEqual([email]);
  }
});
