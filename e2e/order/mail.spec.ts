import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** Returns the links of a message to pages of the storefront. */
function linksIn(message: { readonly text: string }, path: string): readonly string[] {
  return [...message.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link).filter((link) => link.includes(path));
}

test("P53: the buyer gets the tickets by email, with PDF, calendar file and a link to the order", {
  tag: ["@purchase", "@mail", "@buys", "@once"],
}, async ({ page, context, anyTickets, buyer, checkout, tickets, mailbox }) => {
  const { eventName } = await anyTickets.reserve();
  await checkout.buy(buyer);
  const code = await tickets.scan(0);

  const message = await mailbox.messageTo(buyer.email);
  expect(message.to).toEqual([buyer.email]);
  expect(message.subject).toContain(eventName);
  for (const said of [message.text, message.html]) expect(said).toContain(eventName);
  const types = message.attachments.map(({ contentType }) => contentType.replace(/;.*/, ""));
  expect(types.filter((type) => type !== "image/jpeg").toSorted()).toEqual(["application/pdf", "text/calendar"]);
  const [pdf] = message.attachments.filter(({ contentType }) => contentType.startsWith("application/pdf"));
  expect(
    Buffer.from(pdf?.contentBase64 ?? "", "base64")
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");

  await context.clearCookies();
  const [link = ""] = linksIn(message, "/sales/");
  await page.goto(link);
  expect(await tickets.scan(0)).toBe(code);
});

test("the paying device corrects a mistyped address: the tickets go to the new one, and the links in the old mail end", {
  tag: ["@purchase", "@mail", "@buys", "@once"],
}, async ({ page, browser, env, anyTickets, buyer, checkout, tickets, mailbox }) => {
  const right = buyer.email.replace("@", "-right@");
  const { eventName } = await anyTickets.reserve();
  await checkout.buy(buyer);
  const code = await tickets.scan(0);
  const [old = ""] = linksIn(await mailbox.messageTo(buyer.email), "/sales/");

  await page.getByRole("link", { name: text("SendTickets.wrongAddress") }).click();
  await expect(page.getByLabel(text("SendTickets.newEmail"))).toBeVisible();
  await expect(page.getByLabel(text("SendTickets.currentEmail"))).toHaveCount(0);
  await expectAccessible(page, "the address of an order");
  await page.getByLabel(text("SendTickets.newEmail")).fill(right);
  await page.getByRole("button", { name: text("SendTickets.changeSend") }).click();
  await page.waitForURL(/result=sent/);
  await expect(page.getByRole("status")).toContainText(right);
  const [fresh = ""] = linksIn(await mailbox.messageTo(right), "/sales/");
  expect(await mailbox.messagesTo(buyer.email), "the old address gets nothing more").toHaveLength(1);

  const stranger = await (await browser.newContext({ baseURL: env.address })).newPage();
  expect((await stranger.goto(old))?.status(), "the link in the old mail has ended").toBe(404);
  await expect(stranger.getByRole("heading", { level: 1, name: text("LinkEnded.title") })).toBeVisible();
  await expect(stranger.getByRole("main")).not.toContainText(eventName);
  await expectAccessible(stranger, "a link that no longer works");
  await stranger.goto(fresh);
  await expect(stranger.getByRole("heading", { name: eventName }).first()).toBeVisible();
  await stranger.context().close();

  await page.getByRole("link", { name: text("SendTickets.back") }).click();
  expect(await tickets.scan(0), "this device keeps the order").toBe(code);
  await page.goto(old);
  await page
    .getByRole("region", { name: text("FindTickets.device") })
    .getByRole("link", { name: eventName })
    .click();
  expect(await tickets.scan(0), "and leads from the old link to the new one").toBe(code);
});

test("Find my tickets answers the same to any address, and mails links that open the order", {
  tag: ["@purchase", "@mail", "@buys", "@once"],
}, async ({ page, context, anyTickets, buyer, checkout, tickets, mailbox }) => {
  await anyTickets.reserve();
  await checkout.buy(buyer);
  const code = await tickets.scan(0);
  await context.clearCookies();

  const ask = async (email: string) => {
    await page.goto(`/${language}/find-tickets`);
    await page.getByLabel(text("FindTickets.email"), { exact: true }).fill(email);
    await page.getByRole("button", { name: text("FindTickets.send") }).click();
    await expect(page.getByRole("heading", { level: 1, name: text("FindTickets.sentTitle") })).toBeVisible();
    return page.locator("main").innerText();
  };
  const unknown = await ask(buyer.email.replace("@", "-unknown@"));
  expect(await ask(buyer.email)).toBe(unknown);
  await expectAccessible(page, "find my tickets, links sent");

  const message = await mailbox.messageTo(buyer.email, { subject: text("Mail.findTickets.subject") });
  const [link = ""] = linksIn(message, "/find-tickets/");
  await page.goto(link);
  await expect(page).toHaveURL(/\/sales\/[^/]+$/);
  expect(await tickets.scan(0)).toBe(code);
});
