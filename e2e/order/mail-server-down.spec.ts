import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** The slowest payment of the sandbox in a quiet moment takes a third. A mail server that were asked would hang for thirty seconds. */
const PAYMENT_MS = 15_000;

for (const mode of ["refuse4xx", "hang"] as const)
  test(`P34: a purchase while the mail server answers with ${mode} is as whole and as fast, and its mail follows`, {
    tag: ["@purchase", "@mail", "@buys", "@sandbox", "@once"],
  }, async ({ anyTickets, buyer, checkout, tickets, mailbox }) => {
    await mailbox.behave(mode, buyer.email);
    await anyTickets.reserve();
    await checkout.submitDetails(buyer);
    const begun = Date.now();
    await checkout.payWithGoodCard();
    await expect(tickets.heading).toBeVisible();
    expect(Date.now() - begun).toBeLessThan(PAYMENT_MS);
    expect(await tickets.scan(0)).not.toBe("");
    await mailbox.behave("accept", buyer.email);
    const message = await mailbox.messageTo(buyer.email);
    expect(message.to).toEqual([buyer.email]);
  });

test("a promoter sees emails that the mail server refused, and sends those of one reason again", {
  tag: ["@purchase", "@mail", "@buys", "@promoter", "@sandbox", "@once"],
}, async ({ page, env, anyTickets, buyer, checkout, tickets, mailbox }) => {
  const promoter = signInPage(page, env);
  await mailbox.behave("refuse5xx", buyer.email);
  await anyTickets.reserve();
  await checkout.submitDetails(buyer);
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();

  await promoter.open();
  await promoter.signIn();
  await page.getByRole("link", { name: text("UnsentMail.title") }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("UnsentMail.title") })).toBeVisible();
  const refused = page.getByRole("main").getByRole("listitem").filter({ hasText: "550" });
  await expect(async () => {
    await page.reload();
    await expect(refused).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessible(page, "emails that were not sent");
  await mailbox.behave("accept", buyer.email);
  await refused.getByRole("button", { name: text("UnsentMail.again") }).click();
  await page.waitForURL(/queued=\d+$/);
  await expect(page.getByRole("status").filter({ hasText: text("UnsentMail.queued", { count: 1 }) })).toBeVisible();
  await expect(refused).toHaveCount(0);
  await mailbox.messageTo(buyer.email);
  await page.goto(`/${language}/promoter/messages?queued=0`);
  await expect(page.getByRole("heading", { level: 1, name: text("UnsentMail.title") })).toBeVisible();
});
