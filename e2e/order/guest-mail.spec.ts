import { ADA } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { addQuestions, GUEST_QUESTIONS, PRINTER_TICKETS } from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";

const { text, inText, like } = words;

test("the buyer has a ticket mailed to its guest, with a link to this ticket alone, also without a script", {
  tag: ["@purchase", "@service", "@mail", "@buys", "@once"],
}, async ({ page, browser, env, serviceClient, event, checkout, mailbox, uniqueName, money }) => {
  const { eventId, name } = await serviceClient.putOnSale({
    name: uniqueName("Pericles"),
    ticketTypes: PRINTER_TICKETS,
  });
  await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
  await event.open(eventId);
  await event.choose("Printer", 2);
  await event.reserveTickets();
  await checkout.fillBuyer(ADA);
  await checkout.toPayment.click();
  await page.waitForURL(/\/checkout\/pay$/);
  await checkout.payWithGoodCard();

  const guestAddress = `guest${eventId}@example.com`;
  const board = page.getByRole("region", { name: text("Guests.title") });
  const row = board.getByRole("listitem").first();
  await row.getByText(text("MailGuest.open")).click();
  const address = row.getByLabel(text("MailGuest.email"));
  const send = row.getByRole("button", { name: text("MailGuest.send") });
  await send.click();
  await expect(row.getByRole("alert")).toContainText(text("MailGuest.missing"));
  await address.fill(`${guestAddress}, eve@example.com`);
  await send.click();
  await expect(row.getByRole("alert")).toContainText(text("MailGuest.wrong"));
  await expect(address).toHaveValue(`${guestAddress}, eve@example.com`);
  await expectAccessible(page, "a ticket is mailed to its guest");
  await address.fill(guestAddress);
  await send.click();
  await expect(row.getByText(text("MailGuest.sent", { email: guestAddress }))).toBeVisible();

  const message = await mailbox.messageTo(guestAddress);
  expect(message.to).toEqual([guestAddress]);
  expect(message.subject).toContain(name);
  for (const others of [ADA.email, ADA.lastName, money("40.00")]) expect(message.text).not.toContain(others);
  expect(message.attachments).toEqual([]);
  const links = [...message.text.matchAll(/https?:\/\/\S+\/sales\/\S+/g)].map(([link]) => link);
  expect(new Set(links).size).toBe(1);
  const guest = await (await browser.newContext({ baseURL: env.address })).newPage();
  await guest.goto(links[0] ?? "");
  await expect(guest.getByRole("heading", { level: 1, name: text("Guests.pageTitle") })).toBeVisible();
  await expect(guest.getByRole("main")).not.toContainText(inText("Sale.order"));
  await guest.getByLabel("Guest’s name").fill("Mere");
  await guest.getByLabel("Any").check();
  await guest.getByRole("button", { name: text("Guests.save") }).click();
  await expect(guest.getByRole("img", { name: like("Sale.code") })).toHaveCount(1);
  await guest.context().close();

  const scriptless = await browser.newContext({ javaScriptEnabled: false, baseURL: env.address });
  const plain = await scriptless.newPage();
  await plain.goto(page.url());
  const second = plain
    .getByRole("region", { name: text("Guests.title") })
    .getByRole("listitem")
    .nth(1);
  await second.getByText(text("MailGuest.open")).click();
  const other = `second-${guestAddress}`;
  await second.getByLabel(text("MailGuest.email")).fill(other);
  await second.getByRole("button", { name: text("MailGuest.send") }).click();
  await expect(second.getByText(text("MailGuest.sent", { email: other }))).toBeVisible();
  await mailbox.messageTo(other);
  await scriptless.close();
});
