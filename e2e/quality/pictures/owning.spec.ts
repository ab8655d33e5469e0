import type { Page } from "@playwright/test";
import { ADA } from "#e2e/pages/checkout-page.ts";
import type { Message } from "#e2e/support/mailbox.ts";
import { addQuestions, GUEST_QUESTIONS, PRINTER_TICKETS } from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";
import { EVENING, expect, PICTURES, test } from "./sheet.ts";

const { language, text, inText, like } = words;

const DATES = ["20-02-2099T19:30", "21-02-2099T19:30"] as const;
const ANY_REFUND = { untilHoursBefore: 24, percentage: 100, keepsFee: false };

test.describe("After the purchase", PICTURES, () => {
  test("tickets", async ({ season, checkout, tickets }) => {
    await season.reserve();
    await checkout.buy();
    await expect(tickets.heading).toBeVisible();
  });

  test("tickets of two events", async ({ season, checkout, tickets }) => {
    await season.reserve("Salt & Strings", "Weekend, under 16", 1);
    await season.reserve(EVENING, "Adult", 1);
    await checkout.buy();
    await expect(tickets.heading).toBeVisible();
  });

  test("tickets full screen", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.buy();
    await clickHydrated(page.getByRole("button", { name: new RegExp(`^${text("Sale.show")}`) }).first());
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  test("tickets renamed", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.buy();
    await page
      .locator("summary")
      .filter({ hasText: text("Rename.change") })
      .first()
      .click();
  });

  test("tickets without guest details", async ({ page, season, event, checkout, serviceClient }) => {
    const { eventId } = await season.add({ name: "A Night at the Press", ticketTypes: PRINTER_TICKETS });
    await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
    await event.open(eventId);
    await event.choose("Printer", 2);
    await event.reserveTickets();
    await checkout.fillBuyer(ADA);
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await checkout.payWithGoodCard();
    await expect(page.getByText(text("Guests.waiting", { count: 2 }))).toBeVisible();
  });

  for (const [title, isAnswered] of [
    ["guest page", false],
    ["guest page answered", true],
  ] as const)
    test(title, async ({ page, season, event, checkout, serviceClient }) => {
      const { eventId } = await season.add({ name: "A Night at the Press", ticketTypes: PRINTER_TICKETS });
      await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
      await event.open(eventId);
      await event.choose("Printer", 1);
      await event.reserveTickets();
      await checkout.fillBuyer(ADA);
      await checkout.toPayment.click();
      await page.waitForURL(/\/checkout\/pay$/);
      await checkout.payWithGoodCard();
      const link = page.getByRole("link", { name: text("Guests.link"), includeHidden: true }).first();
      await page.goto((await link.getAttribute("href")) ?? "");
      if (!isAnswered) return;
      await page.getByLabel("Guest’s name").fill("Mere Rangi");
      await page.getByLabel("Any").check();
      await page.getByRole("button", { name: text("Guests.save") }).click();
      await expect(page.getByText(text("Guests.saved"))).toBeVisible();
    });

  test("wrong address", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.buy();
    await page.goto(`${page.url()}/email`);
  });

  test("wrong address corrected", async ({ page, season, checkout, buyer }) => {
    await season.reserve();
    await checkout.buy(buyer);
    await page.goto(`${page.url()}/email`);
    await page.getByLabel(text("SendTickets.newEmail")).fill(buyer.email.replace("@", "-right@"));
    await page.getByRole("button", { name: text("SendTickets.changeSend") }).click();
    await page.waitForURL(/result=sent/);
  });

  for (const [title, isSent] of [
    ["refund", false],
    ["refund made", true],
  ] as const)
    test(title, async ({ page, season, checkout, serviceClient }) => {
      const { eventId } = await season.add({ name: "All’s Well That Ends Well" });
      await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: ANY_REFUND });
      await season.reserve("All’s Well That Ends Well", "General admission");
      await checkout.buy();
      await page.goto(`${page.url()}/refund`);
      await page.getByRole("checkbox").first().check();
      if (!isSent) return;
      await page.getByLabel(text("Refund.email"), { exact: true }).fill(ADA.email);
      await clickHydrated(page.getByRole("button", { name: inText("Refund.sendAmount") }));
      await expect(page.getByRole("status").filter({ hasText: text("Refund.refundedText") })).toBeVisible();
    });

  test("refund with errors", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.buy();
    await page.goto(`${page.url()}/refund`);
    await page.getByRole("button", { name: text("Refund.send") }).click();
    await expect(page.getByRole("alert", { name: text("Refund.problem") })).toBeVisible();
  });

  test("receipt", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.buy();
    await page.goto(`${page.url()}/receipt`);
  });

  test("new link", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.buy();
    await page.goto(`${page.url()}/new-link`);
  });

  for (const [title, change] of [
    ["tickets of a moved date", { eventStart: "27-02-2099T18:00" }],
    ["tickets of a cancelled date", undefined],
  ] as const)
    test(title, async ({ page, season, checkout, serviceClient }) => {
      const { eventDateIds } = await season.add({ name: "Edward III", dates: DATES });
      await season.reserve("Edward III", "General admission");
      await checkout.buy();
      const path = `/eventDate/${eventDateIds[0]}`;
      if (change) await serviceClient.call("PUT", path, change);
      else await serviceClient.call("PUT", `${path}/cancel`, { refund: "choice" });
      await page.reload();
    });

  test("choice for a cancelled date", async ({ page, season, checkout, serviceClient }) => {
    const { eventDateIds } = await season.add({ name: "Cymbeline", dates: DATES });
    await season.reserve("Cymbeline", "General admission");
    await checkout.buy();
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}/cancel`, { refund: "choice" });
    await page.goto(`${page.url()}/choice`);
  });

  test("offline copy", async ({ page, season, checkout, tickets, sandbox }) => {
    await season.reserve();
    await checkout.buy();
    await expect(page.getByText(text("Sale.offline.saved"), { exact: true })).toBeVisible();
    await sandbox.serviceDown(true);
    await page.reload();
    await expect(page.getByRole("status").filter({ hasText: like("Sale.offline.age") })).toBeVisible();
    await expect(tickets.heading).toBeVisible();
  });

  test("saved orders offline", async ({ page, context, season, checkout }) => {
    for (const [event, ticketType] of [
      [EVENING, "Adult"],
      ["Salt & Strings", "Weekend, under 16"],
    ] as const) {
      await season.reserve(event, ticketType, 1);
      await checkout.buy();
      await expect(page.getByText(text("Sale.offline.saved"), { exact: true })).toBeVisible();
    }
    await context.setOffline(true);
    await page.goto(`/${language}/find-tickets`);
    await expect(page.getByRole("heading", { level: 1, name: text("SavedOrders.title") })).toBeVisible();
  });

  test("link ended", async ({ page }) => {
    await page.goto(`/${language}/sales/unknown`);
  });

  test("find my tickets", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.buy();
    await page.goto(`/${language}/find-tickets`);
  });

  test("find my tickets sent", ({ page }) => askForTickets(page, "ada@example.com"));
});

async function askForTickets(page: Page, email: string): Promise<void> {
  await page.goto(`/${language}/find-tickets`);
  await page.getByLabel(text("FindTickets.email"), { exact: true }).fill(email);
  await page.getByRole("button", { name: text("FindTickets.send") }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("FindTickets.sentTitle") })).toBeVisible();
}

test.describe("Mail", PICTURES, () => {
  test.use({ widths: [390, 720], isWhole: true });

  /** Shows a message in the place of the page, inside a landmark as a mail program has it. */
  async function show(page: Page, { html }: Message): Promise<void> {
    await page.goto("about:blank");
    await page.setContent(html.replace(/<body[^>]*>/, "$&<main>").replace("</body>", "</main></body>"));
  }

  test("mail with tickets", async ({ page, season, checkout, mailbox, buyer }) => {
    await season.reserve();
    await checkout.buy({ ...ADA, email: buyer.email });
    await show(page, await mailbox.messageTo(buyer.email));
  });

  test("mail with a free ticket", async ({ page, season, checkout, mailbox, buyer }) => {
    await season.reserve("Small Ears", "Small ears", 1);
    await checkout.fillDetails({ ...ADA, email: buyer.email });
    await page.getByRole("button", { name: text("Details.getTickets") }).click();
    await page.waitForURL(/\/sales\//);
    await show(page, await mailbox.messageTo(buyer.email));
  });

  test("mail that asks for guest details", async ({ page, season, event, checkout, serviceClient, mailbox, buyer }) => {
    const { eventId } = await season.add({ name: "A Night at the Press", ticketTypes: PRINTER_TICKETS });
    await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
    await event.open(eventId);
    await event.choose("Printer", 2);
    await event.reserveTickets();
    await checkout.fillBuyer({ ...ADA, email: buyer.email });
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await checkout.payWithGoodCard();
    await show(page, await mailbox.messageTo(buyer.email));
  });

  for (const [title, subject, change, isCancelled] of [
    ["mail about a moved date", "Mail.dateChanged.subjectDate", { eventStart: "27-02-2099T18:00" }, false],
    ["mail about a cancelled date", "Mail.cancelled.subject", { refund: "choice" }, true],
  ] as const)
    test(title, async ({ page, season, checkout, serviceClient, mailbox, buyer }) => {
      const { name, eventDateIds } = await season.add({ name: `Edward III ${title}`, dates: DATES });
      await season.reserve(name, "General admission", 1);
      await checkout.buy({ ...ADA, email: buyer.email });
      await mailbox.messageTo(buyer.email);
      await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}${isCancelled ? "/cancel" : ""}`, change);
      await show(page, await mailbox.messageTo(buyer.email, { subject: text(subject, { event: name }) }));
    });

  test("mail about a refund", async ({ page, season, checkout, serviceClient, mailbox, buyer }) => {
    const { eventId } = await season.add({ name: "Much Ado" });
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: ANY_REFUND });
    await season.reserve("Much Ado", "General admission");
    await checkout.buy({ ...ADA, email: buyer.email });
    await page.goto(`${page.url()}/refund`);
    await page.getByRole("checkbox").first().check();
    await page.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
    await clickHydrated(page.getByRole("button", { name: inText("Refund.sendAmount") }));
    await expect(page.getByRole("status").filter({ hasText: text("Refund.refundedText") })).toBeVisible();
    await show(page, await mailbox.messageTo(buyer.email, { subject: inText("Mail.refunded.subject") }));
  });

  test("mail about a request for a refund", async ({
    page,
    season,
    checkout,
    tickets,
    serviceClient,
    mailbox,
    buyer,
  }) => {
    const { eventId } = await season.add({ name: "Coriolanus" });
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: null });
    await season.reserve("Coriolanus", "General admission", 1);
    await checkout.buy({ ...ADA, email: buyer.email });
    const subject = await tickets.reference();
    const address = await page.locator("footer a[href^=mailto]").innerText();
    const organiser = address.replaceAll(/[\u2066-\u2069]/g, "");
    await page.goto(`${page.url()}/refund`);
    await page.getByRole("checkbox").first().check();
    await page.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
    await page.getByLabel(text("Refund.reason")).fill("My sister marries.");
    await page.getByRole("button", { name: text("Refund.sendRequest") }).click();
    await expect(page.getByRole("status").filter({ hasText: text("Refund.requested") })).toBeVisible();
    await show(page, await mailbox.messageTo(organiser, { subject }));
  });

  test("mail with links to tickets", async ({ page, season, checkout, mailbox, buyer }) => {
    await season.reserve();
    await checkout.buy({ ...ADA, email: buyer.email });
    await askForTickets(page, buyer.email);
    await show(page, await mailbox.messageTo(buyer.email, { subject: text("Mail.findTickets.subject") }));
  });

  test("mail to confirm a place in line", async ({ page, season, mailbox, buyer }) => {
    await season.open("Hinemoa Pryde");
    await page.goto(`${page.url()}/waiting-list`);
    await page.getByLabel(text("WaitingList.email"), { exact: true }).fill(buyer.email);
    await page.getByRole("button", { name: text("WaitingList.join") }).click();
    await show(page, await mailbox.messageTo(buyer.email));
  });
});
