import { openFilters } from "#e2e/pages/search-filters.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { addQuestions, BUYER_QUESTIONS, GUEST_QUESTIONS, PRINTER_TICKETS, TERMS } from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";
import { expect, test } from "./translated.ts";

const { language, text, like, inText } = words;

const DATES = ["20-02-2099T19:30", "21-02-2099T19:30"] as const;
const FULL = { untilHoursBefore: 24, percentage: 100, keepsFee: false };

test.describe("In a browser that translates", {
  tag: ["@purchase", "@service", "@mail", "@buys", "@sandbox", "@chromium", "@in-full"],
}, () => {
  test("questions, guests, another address, and a refund", async ({
    page,
    translated,
    press,
    serviceClient,
    event,
    checkout,
    buyer,
    uniqueName,
  }) => {
    test.slow();
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Volpone"), ticketTypes: PRINTER_TICKETS });
    await addQuestions(serviceClient, eventId, [...BUYER_QUESTIONS, ...GUEST_QUESTIONS], TERMS);
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: FULL });
    await event.open(eventId);
    await event.choose("Printer", 2);
    await event.reserveTickets();

    await press(checkout.toPayment);
    await expect(checkout.problem).toBeFocused();
    await press(page.getByRole("radio", { name: "Often" }));
    await expect(page.getByLabel("Where was that?")).toBeVisible();
    await press(page.getByRole("radio", { name: "Never" }));
    await expect(page.getByLabel("Where was that?")).toHaveCount(0);
    for (const length of [55, 50, 65, 20]) {
      await page.getByLabel("Your line").fill("x".repeat(length));
      await translated();
    }
    await checkout.fillBuyer(buyer);
    const first = page.getByRole("group", { name: inText("Questions.ticket", { number: 1 }) });
    await press(first.getByRole("button", { name: text("Questions.mine") }));
    await press(first.getByLabel("Any"));
    await press(page.getByLabel(inText("Questions.terms")));
    await press(checkout.toPayment);
    await page.waitForURL(/\/checkout\/pay$/);
    await translated();
    await checkout.payWithGoodCard();
    const order = page.url();

    const row = page
      .getByRole("region", { name: text("Guests.title") })
      .getByRole("listitem")
      .nth(1);
    await press(row.getByText(text("Guests.answer", { number: 2 })));
    await press(row.getByRole("button", { name: text("Guests.save") }));
    await expect(row.getByRole("alert")).toBeFocused();
    await row.getByLabel("Guest’s name").fill("Tama Rangi");
    await press(row.getByLabel("Any"));
    await press(row.getByRole("button", { name: text("Guests.save") }));
    await expect(page.getByText(text("Guests.answered", { answered: 2, count: 2 }))).toBeVisible();
    await press(row.getByText(text("MailGuest.open")));
    await press(row.getByRole("button", { name: text("MailGuest.send") }));
    await row.getByLabel(text("MailGuest.email")).fill(ownMailbox(buyer));
    await press(row.getByRole("button", { name: text("MailGuest.send") }));
    await expect(row.getByRole("status").filter({ hasText: ownMailbox(buyer) })).toBeVisible();
    const guest =
      (await row.getByRole("link", { name: text("Guests.link"), includeHidden: true }).getAttribute("href")) ?? "";

    await page.goto(guest);
    await translated();
    await page.goto(order);
    await press(page.getByRole("link", { name: text("SendTickets.wrongAddress") }));
    await page.getByLabel(text("SendTickets.newEmail")).fill("nowhere");
    await press(page.getByRole("button", { name: text("SendTickets.changeSend") }));
    await page.getByLabel(text("SendTickets.newEmail")).fill(buyer.email.replace("@", "-right@"));
    await press(page.getByRole("button", { name: text("SendTickets.changeSend") }));
    await page.waitForURL(/result=sent/);
    await press(page.getByRole("link", { name: text("SendTickets.back") }));
    expect(page.url(), "the links before have ended").not.toBe(order);

    const refund = page.getByRole("button", { name: like("Refund.sendAmount") });
    await press(page.getByRole("link", { name: text("Refund.link") }));
    await press(page.getByRole("button", { name: text("Refund.send") }));
    for (const email of ["grace@example.com", buyer.email.replace("@", "-right@")]) {
      await page.getByLabel(text("Refund.email"), { exact: true }).fill(email);
      if ((await page.getByRole("checkbox", { checked: true }).count()) === 0)
        await press(page.getByRole("checkbox").first());
      await press(refund);
      await translated();
    }
    await expect(page.getByRole("status").filter({ hasText: text("Refund.refundedText") })).toBeVisible();
    await press(page.getByText(text("Refund.another")));
    await translated();
  });

  test("a date to choose anew, a waiting list, Find my tickets, and the search in another language", async ({
    page,
    translated,
    press,
    serviceClient,
    mailbox,
    checkout,
    buyer,
    putOnSaleAndReserve,
  }) => {
    test.slow();
    const { eventId, eventDateIds, ticketTypeIds } = await putOnSaleAndReserve("Epicœne", {
      capacity: 2,
      quantity: 2,
      dates: DATES,
    });
    await checkout.buy(buyer);
    const order = page.url();
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}/cancel`, { refund: "choice" });
    await page.goto(`${order}/choice`);
    await press(page.getByRole("radio", { name: /\b21\b.*2099/ }));
    await press(page.getByRole("button", { name: text("DateChoice.next") }));
    const confirm = page.getByRole("button", { name: like("DateChoice.doMove") });
    await press(confirm);
    await expect(page.getByRole("status").filter({ hasText: text("DateChoice.moved") })).toBeVisible();

    expect(await serviceClient.placesLeft(ticketTypeIds[1]?.[0] ?? 0)).toBe(0);
    await page.goto(`/${language}/events/${eventId}/waiting-list`);
    const join = page.getByRole("button", { name: text("WaitingList.join") });
    await press(join);
    await expect(page.getByRole("alert", { name: text("WaitingList.problem") })).toBeFocused();
    await page.getByLabel(text("WaitingList.email"), { exact: true }).fill(ownMailbox(buyer));
    await press(join);
    await expect(page.getByRole("heading", { name: text("WaitingList.sent") })).toBeVisible();
    const joined = await mailbox.messageTo(ownMailbox(buyer), { subject: inText("Mail.waitingConfirm.subject") });
    await page.goto(/https?:\/\/\S+\/waiting-list\/[\w.-]+/.exec(joined.text)?.[0] ?? "");
    await press(page.getByRole("button", { name: text("WaitingList.confirmPlace") }));
    await press(page.getByText(text("WaitingList.changeQuantity")));
    await press(page.getByRole("button", { name: text("WaitingList.change"), exact: true }));
    await press(page.getByText(text("WaitingList.leave"), { exact: true }));
    await press(page.getByRole("button", { name: text("WaitingList.leaveConfirm") }));

    await page.goto(`/${language}/find-tickets`);
    const send = page.getByRole("button", { name: text("FindTickets.send") });
    await page.getByLabel(text("FindTickets.email"), { exact: true }).fill("nobody");
    await press(send);
    await page.getByLabel(text("FindTickets.email"), { exact: true }).fill(buyer.email);
    await press(send);
    await expect(page.getByRole("heading", { level: 1, name: text("FindTickets.sentTitle") })).toBeVisible();

    await page.goto(`/${language}/search?q=play`);
    await translated();
    await openFilters(page);
    await page.getByLabel(text("Search.from"), { exact: true }).fill("2026-01-01");
    await press(page.getByRole("button", { name: text("Search.apply") }));
    await page.waitForURL(/from=/);
    await press(page.getByRole("link", { name: like("Search.remove") }).first());
    await press(page.getByRole("link", { name: "Español" }));
    await page.waitForURL(/\/es\/search/);
    await translated();
  });

  test("a reservation that gets more time, expires and is made again", { tag: "@clock" }, async ({
    page,
    translated,
    press,
    expiry,
    cart,
    checkout,
    putOnSaleAndReserve,
  }) => {
    const { eventId } = await putOnSaleAndReserve("Catiline", { quantity: 2 });
    await page.goto(`/${language}/checkout`);
    await translated();
    await checkout.forwardUntilLeft(170);
    await press(page.getByRole("button", { name: text("Cart.moreTime.button") }));
    await translated();
    await expiry.expire(eventId);
    await press(cart.reserveTicketsAgain);
    await expect(checkout.expiredHeading).toBeHidden();
    await expect(checkout.reserved(2)).toBeVisible();
    await translated();
  });
});
