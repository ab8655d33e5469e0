import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { words } from "#e2e/support/words.ts";

const { text, inText } = words;

/** As many as one mailbox gets messages of in a day. */
const ORDERS = 6;

test(
  "an order that cost nothing greets without a link, and its page says when its mailbox has had enough for a day",
  {
    tag: ["@service", "@mail", "@purchase", "@buys", "@sandbox", "@once"],
  },
  async ({ page, checkout, tickets, mailbox, buyer, serviceClient, putOnSaleAndReserve }, info) => {
    const email = ownMailbox(buyer);
    const ticketTypes = [{ name: "Entry", price: "0.00" }];
    const { eventId, ticketTypeIds } = await putOnSaleAndReserve("Open Day", { ticketTypes });
    await checkout.firstName.fill("www.evil.example");
    await checkout.lastName.fill("\u3164\u200b");
    await checkout.email.fill(`Ada <mailto:${email}>`);
    await checkout.phone.fill("٠٢١ ۱۲३ ４567");
    const getTickets = page.getByRole("button", { name: text("Details.getTickets") });
    await getTickets.click();
    await expect(page.getByText(text("Details.error.firstNameWrong")).first()).toBeVisible();
    await expect(page.getByText(text("Details.error.lastName")).first()).toBeVisible();
    await page.screenshot({ path: info.outputPath("1-refused.png"), fullPage: true });
    await checkout.firstName.fill("evil.example");
    await checkout.lastName.fill("Mr.Li");
    await getTickets.click();
    await page.waitForURL(/\/sales\//);
    const message = await mailbox.messageTo(email);
    for (const said of [message.text, message.html]) {
      expect(said).toContain("evil example");
      expect(said).not.toContain("evil.example");
    }

    for (let nth = 1; nth < ORDERS; nth += 1) await serviceClient.orderFree(eventId, ticketTypeIds[0]?.[0] ?? 0, email);
    await putOnSaleAndReserve("Open Night", { ticketTypes });
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    await checkout.email.fill(email);
    await getTickets.click();
    await page.waitForURL(/\/sales\//);
    await expect(tickets.codes).toHaveCount(1);
    const held = page.getByText(inText("SendTickets.held"));
    await expect(held).toBeVisible();
    await expectAccessible(page, "an order whose mail is held back");
    await page.screenshot({ path: info.outputPath("2-held.png"), fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: info.outputPath("2-held-phone.png") });
    await page.getByRole("button", { name: text("SendTickets.sendAgain") }).click();
    await page.waitForURL(/result=too_many/);
    await expect(page.getByRole("alert").filter({ hasText: inText("SendTickets.held") })).toBeVisible();
    await page.screenshot({ path: info.outputPath("3-again-phone.png"), fullPage: true });
  },
);
