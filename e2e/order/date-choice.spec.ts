import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, like, inText } = words;

const DATES = ["20-02-2099T19:30", "21-02-2099T19:30", "22-02-2099T19:30"] as const;

/** Returns the radio button of a date, such as 2099-02-21. */
const option = (page: Page, day: string) => page.getByRole("radio", { name: dayNumber(day) });
const dayNumber = (day: string) => new RegExp(`\\b${Number(day.slice(-2))}\\b.*2099`);

async function next(page: Page) {
  await page.getByRole("button", { name: text("DateChoice.next") }).click();
}

test.describe("Choice for a cancelled date", { tag: ["@purchase", "@service"] }, () => {
  test("the mail leads to the dates with places, and the tickets move with their codes", {
    tag: ["@mail", "@buys", "@phone-in-full"],
  }, async ({ page, context, buyer, checkout, tickets, mailbox, serviceClient, putOnSaleAndReserve }) => {
    const sold = await putOnSaleAndReserve("The Winter's Tale", { quantity: 2, capacity: 4, dates: DATES });
    const { eventId, name, eventDateIds, ticketTypeIds } = sold;
    await checkout.buy(buyer);
    const code = await tickets.scan(0);
    await serviceClient.reservePlaces(eventId, ticketTypeIds[2]?.[0] ?? 0, 3);
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}/cancel`, { refund: "choice" });

    const message = await mailbox.messageTo(buyer.email, { subject: text("Mail.cancelled.subject", { event: name }) });
    const [address = ""] = /https?:\/\/\S+\/choice\b/.exec(message.text) ?? [];
    await context.clearCookies();
    await page.goto(address.replace(/\/choice$/, ""));
    await expect(tickets.codes).toHaveCount(0);
    await page
      .getByRole("link", { name: text("DateChoice.choose") })
      .first()
      .click();

    await expect(option(page, "2099-02-22")).toBeDisabled();
    await expectAccessible(page, "the choices for a cancelled date");
    await option(page, "2099-02-21").check();
    await next(page);
    await expect(page.getByRole("heading", { level: 1, name: like("DateChoice.moveTitle") })).toBeVisible();
    await expectAccessible(page, "a choice to confirm");
    const confirm = page.getByRole("button", { name: like("DateChoice.doMove") });
    await confirm.click();
    await expect(page.getByRole("alert", { name: text("Refund.problem") })).toContainText(text("Refund.missing"));
    const email = page.getByLabel(text("Refund.email"), { exact: true });
    await email.fill("grace@example.com");
    await confirm.click();
    await expect(page.getByRole("alert", { name: text("Refund.problem") })).toContainText(text("Refund.wrong"));
    expect(await serviceClient.placesLeft(ticketTypeIds[1]?.[0] ?? 0), "nothing moved").toBe(4);

    await email.fill(buyer.email);
    await confirm.click();
    await expect(page.getByRole("status").filter({ hasText: text("DateChoice.moved") })).toBeVisible();
    await expectAccessible(page, "a choice that was made");
    await page.getByRole("link", { name: text("DateChoice.back") }).click();
    await expect(tickets.codes).toHaveCount(2);
    expect(await tickets.scan(0)).toBe(code);
    await expect(page.locator('time[datetime^="2099-02-21"]').first()).toBeVisible();
    await expect(page.getByText(inText("Sale.moved")).first()).toBeVisible();
    expect(await serviceClient.placesLeft(ticketTypeIds[1]?.[0] ?? 0)).toBe(2);
    const files = new URL(page.url()).pathname;
    expect(await (await page.request.get(`${files}/calendar`)).text()).toContain("20990221T193000");
  });

  test("tickets are kept, then refunded once from two windows, on the device that paid and without its script", {
    tag: ["@ledger", "@buys", "@once"],
  }, async ({ page, browser, buyer, checkout, tickets, money, sandbox, serviceClient, putOnSaleAndReserve }) => {
    const amount = "32.41";
    const ticketTypes = [{ name: "Adult", price: amount }];
    const { eventDateIds } = await putOnSaleAndReserve("Pericles", { ticketTypes, dates: DATES });
    await checkout.buy(buyer);
    await expect(tickets.codes).toHaveCount(1);
    const order = page.url();
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}/cancel`, { refund: "choice" });

    await page.goto(`${order}/choice`);
    await page.getByRole("radio", { name: text("DateChoice.keep") }).check();
    await next(page);
    await page.getByRole("button", { name: text("DateChoice.keep") }).click();
    await expect(page.getByRole("status").filter({ hasText: text("DateChoice.kept") })).toBeVisible();
    await page.goto(order);
    await expect(tickets.codes).toHaveCount(0);
    await expect(page.getByText(text("DateChoice.ticketKept")).first()).toBeAttached();
    await page.getByRole("link", { name: text("DateChoice.change") }).click();
    await expect(page.getByRole("radio", { name: text("DateChoice.keep") })).toBeChecked();

    const storageState = await page.context().storageState();
    const plain = await browser.newContext({ storageState, javaScriptEnabled: false });
    const other = await plain.newPage();
    await Promise.all([page.goto(`${order}/choice`), other.goto(`${order}/choice`)]);
    for (const window of [page, other]) {
      await window.getByRole("radio", { name: inText("DateChoice.refundAmount") }).check();
      await next(window);
    }
    const refund = text("Refund.sendAmount", { amount: money(amount) });
    await other.getByRole("button", { name: refund }).click();
    await expect(other.getByRole("status")).toContainText(text("DateChoice.refunded"));
    await page.getByRole("button", { name: refund }).click();
    await expect(page.getByRole("status").filter({ hasText: text("DateChoice.closed") })).toBeVisible();
    await expect(page.getByText(like("DateChoice.refundedOf"))).toBeVisible();
    const refunds = (await sandbox.ledger(amount)).filter(({ kind }) => kind === "refund");
    expect(refunds).toHaveLength(1);
    await plain.close();
  });
});
