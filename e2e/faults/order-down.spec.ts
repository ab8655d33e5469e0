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
    const told = stranger.getByRole("alert").filter({ hasText: text("Errors.order.title") });
    await expect(told).toContainText(text("Errors.order.text"));
    await expect(stranger.getByRole("main")).not.toContainText(/charged|paid/i);
  } finally {
    await sandbox.serviceDown(false);
  }
  await stranger.getByRole("button", { name: text("Errors.retry") }).click();
  await expect(stranger.getByRole("heading", { level: 1, name: text("Sale.going") })).toBeVisible();
  await other.close();
});

test("with the service down the page for correcting an order's email says so, keeps the input, and sends it afterwards", {
  tag: ["@outage", "@purchase", "@mail", "@buys", "@faults"],
}, async ({ page, browser, sandbox, anyTickets, buyer, checkout, tickets, mailbox }) => {
  const right = buyer.email.replace("@", "-corrected@");
  await anyTickets.reserve();
  await checkout.buy(buyer);
  await expect(tickets.heading).toBeVisible();
  await page.getByRole("link", { name: text("SendTickets.wrongAddress") }).click();
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  await scriptless.addCookies(await page.context().cookies());
  const plain = await scriptless.newPage();
  await plain.goto(page.url());

  const correct = async (on: typeof page) => {
    await on.getByLabel(text("SendTickets.newEmail")).fill(right);
    await on.getByRole("button", { name: text("SendTickets.changeSend") }).click();
  };
  const noAnswer = (on: typeof page) => on.getByRole("alert").filter({ hasText: text("SendTickets.noAnswer") });
  await sandbox.serviceDown(true);
  try {
    for (const on of [page, plain]) {
      await correct(on);
      await expect(noAnswer(on).first()).toBeVisible();
      await expect(on.getByLabel(text("SendTickets.newEmail"))).toHaveValue(right);
    }
    await plain.getByRole("button", { name: text("SendTickets.sendAgain") }).click();
    await expect(noAnswer(plain)).toBeVisible();
  } finally {
    await sandbox.serviceDown(false);
  }
  await page.getByRole("button", { name: text("SendTickets.changeSend") }).click();
  await page.waitForURL(/result=sent/);
  await mailbox.messageTo(right);
  await scriptless.close();
});
