import type { Locator, Page } from "@playwright/test";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { addQuestions, GUEST_QUESTIONS, PRINTER_TICKETS } from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text } = words;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns when the copy of an order page ends, in milliseconds. */
async function copyEnd(page: Page): Promise<number> {
  const [, until = ""] = /data-copy-until="(\d+)"/.exec(await page.content()) ?? [];
  return Number(until);
}

test("P26: the page of a link that lasts a day gives nothing that lasts longer, but by mail to the buyer", {
  tag: ["@purchase", "@service", "@mail", "@buys", "@once"],
}, async ({ page, context, buyer, serviceClient, event, checkout, mailbox, uniqueName }) => {
  test.slow();
  const email = ownMailbox(buyer);
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Timon"), ticketTypes: PRINTER_TICKETS });
  await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
  await event.open(eventId);
  await event.choose("Printer", 1);
  await event.reserveTickets();
  await checkout.fillBuyer({ ...ADA, email });
  await checkout.toPayment.click();
  await page.waitForURL(/\/checkout\/pay$/);
  await checkout.payWithGoodCard();
  const board = page.getByRole("region", { name: text("Guests.title") });
  const guestsLink = board.getByRole("link", { name: text("Guests.link"), includeHidden: true });
  await expect(guestsLink).toHaveCount(1);
  expect(await copyEnd(page), "the link of a device that paid lasts").toBeGreaterThan(Date.now() + DAY_MS);

  await context.clearCookies();
  await page.goto(`/${language}/find-tickets`);
  await page.getByLabel(text("FindTickets.email"), { exact: true }).fill(email);
  await page.getByRole("button", { name: text("FindTickets.send") }).click();
  const message = await mailbox.messageTo(email, { subject: text("Mail.findTickets.subject") });
  await page.goto(/https?:\/\/\S+\/find-tickets\/\S+/.exec(message.text)?.[0] ?? "");
  await expect(page).toHaveURL(/\/sales\/[^/]+$/);
  const short = page.url();
  const end = await copyEnd(page);
  expect(end).toBeLessThanOrEqual(Date.now() + DAY_MS);
  await expect(board).toBeVisible();
  for (const lasting of [guestsLink, board.getByText(text("Guests.copy")), board.getByText(text("MailGuest.open"))])
    await expect(lasting).toHaveCount(0);
  await expect(page.getByText(text("Sale.dayLink"))).toHaveCount(2);
  await expectAccessible(page, "an order by a link that lasts a day");
  await page.getByRole("link", { name: text("SendTickets.wrongAddress") }).click();
  await expect(page.getByRole("button", { name: text("SendTickets.sendAgain") })).toBeVisible();
  await expect(page.getByLabel(text("SendTickets.newEmail"))).toHaveCount(0);

  await page.goto(`${short}/new-link`);
  await page.getByLabel(text("NewLink.email"), { exact: true }).fill(email);
  await page.getByRole("button", { name: text("NewLink.send") }).click();
  await page.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.href !== short);
  const renewed = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await copyEnd(page), "a new link ends with the one it replaces").toBeLessThanOrEqual(end);
  await expect(guestsLink).toHaveCount(0);

  await board.getByText(text("Guests.answer", { number: 1 })).click();
  await board.getByLabel("Guest’s name").fill("Mere Rangi");
  await board.getByLabel("Any").check();
  await board.getByRole("button", { name: text("Guests.save") }).click();
  await expect(board.getByText(text("Guests.done"))).toBeVisible();
  const before = (await mailbox.messagesTo(email)).length;
  await page.getByRole("button", { name: text("SendTickets.sendAgain") }).click();
  await page.waitForURL(/result=sent/);
  await expect.poll(async () => (await mailbox.messagesTo(email)).length).toBeGreaterThan(before);
  const again = await mailbox.messageTo(email, { subject: /Timon/ });
  await page.goto(/https?:\/\/\S+\/sales\/\S+/.exec(again.text)?.[0] ?? "");
  expect(await copyEnd(page), "the link in the buyer's mail lasts").toBeGreaterThan(Date.now() + DAY_MS);
  await expect(guestsLink).toHaveCount(1);

  // The forms of this page, as a forged request sends them with the link that lasts a day. Hydration would set the link back.
  const sendWithLink = async (form: Locator, button: string, link: string) => {
    await untilHydrated(form);
    await form.locator('input[name="link"]').evaluate((input: HTMLInputElement, value) => {
      input.value = value;
    }, link);
    await form.getByRole("button", { name: button }).click();
  };
  const own = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const guest = `guest${eventId}@example.com`;
  await board.getByText(text("MailGuest.open")).click();
  const mail = page.locator("form").filter({ has: page.getByLabel(text("MailGuest.email")) });
  for (const [link, answer] of [
    [renewed, text("MailGuest.closed")],
    [own, text("MailGuest.sent", { email: guest })],
  ] as const) {
    await mail.getByLabel(text("MailGuest.email")).fill(guest);
    await sendWithLink(mail, text("MailGuest.send"), link);
    await expect(board.getByText(answer)).toBeVisible();
  }

  await page.getByRole("link", { name: text("SendTickets.wrongAddress") }).click();
  const change = page.locator("form").filter({ has: page.getByLabel(text("SendTickets.newEmail")) });
  const submit = async (link: string) => {
    await change.getByLabel(text("SendTickets.currentEmail")).fill(email);
    await change.getByLabel(text("SendTickets.newEmail")).fill(`changed-${email}`);
    await sendWithLink(change, text("SendTickets.changeSend"), link);
  };
  await submit(renewed);
  await expect(page.getByRole("alert").filter({ hasText: text("Sale.dayLink") })).toBeVisible();
  await submit(own);
  await page.waitForURL(/result=/);
});
