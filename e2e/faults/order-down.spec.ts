import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, like } = words;

test("with the service down a device with a copy shows the tickets, another one can try again", {
  tag: ["@outage", "@purchase", "@buys", "@faults"],
}, async ({ page, browser, env, sandbox, anyTickets, buyer, checkout, tickets }) => {
  await anyTickets.reserve();
  await checkout.buy(buyer);
  await expect(page.getByText(text("Sale.offline.saved"), { exact: true })).toBeVisible();
  const other = await browser.newContext({ baseURL: env.address });
  const stranger = await other.newPage();

  await sandbox.serviceDown(true);
  try {
    await page.reload();
    await expect(page.getByRole("status").filter({ hasText: like("Sale.offline.age") })).toBeVisible();
    await expect(tickets.heading).toBeVisible();
    await stranger.goto(page.url());
    await expect(stranger.getByRole("alert").filter({ hasText: text("Errors.errorTitle") })).toBeVisible();
  } finally {
    await sandbox.serviceDown(false);
  }
  await stranger.getByRole("button", { name: text("Errors.retry") }).click();
  await expect(stranger.getByRole("heading", { level: 1, name: text("Sale.going") })).toBeVisible();
  await other.close();
});
