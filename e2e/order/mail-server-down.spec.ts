import { expect, test } from "#e2e/support/fixtures.ts";

// A message that hangs delays the retries of those that were fetched with it, so the one that hangs comes last.
test.describe.configure({ mode: "default" });

/** A purchase that waited for the mail server would hang for thirty seconds; a busy machine needs some of the time itself. */
const PAYMENT_MS = 25_000;

for (const mode of ["refuse4xx", "hang"] as const)
  test(`P34: a purchase while the mail server answers with ${mode} is as whole and as fast, and its mail follows`, {
    tag: ["@purchase", "@mail", "@buys", "@sandbox", "@once"],
  }, async ({ anyTickets, buyer, checkout, tickets, mailbox }) => {
    await mailbox.behave(mode, buyer.email);
    await anyTickets.reserve();
    await checkout.openPayment(buyer);
    const begun = Date.now();
    await checkout.payWithGoodCard();
    await expect(tickets.heading).toBeVisible();
    expect(Date.now() - begun).toBeLessThan(PAYMENT_MS);
    expect(await tickets.scan(0)).not.toBe("");
    await mailbox.behave("accept", buyer.email);
    const message = await mailbox.messageTo(buyer.email);
    expect(message.to).toEqual([buyer.email]);
  });
