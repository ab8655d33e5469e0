import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { words } from "#e2e/support/words.ts";
import { readCalendar } from "#e2e/tools/read-calendar.ts";

const { inText, language, text } = words;

/** Returns the first link of a message to a place in line. */
function linkIn(message: { readonly text: string }): string {
  const [link] = /https?:\/\/\S+\/waiting-list\/[\w.-]+/.exec(message.text) ?? [];
  if (link === undefined) throw new Error("The message has no link to a place in line.");
  return link;
}

async function chooseQuantity(page: Page, quantity: number): Promise<void> {
  await page.getByLabel(text("WaitingList.quantity")).selectOption(String(quantity));
}

async function joinList(page: Page, eventId: number, email: string, quantity: number): Promise<void> {
  await page.goto(`/${language}/events/${eventId}/waiting-list`);
  await page.getByLabel(text("WaitingList.email"), { exact: true }).fill(email);
  await chooseQuantity(page, quantity);
  await page.getByRole("button", { name: text("WaitingList.join") }).click();
  await expect(page.getByRole("heading", { name: text("WaitingList.sent") })).toBeVisible();
}

test(
  "a sold-out event leads to its waiting list; the next in line gets the returned tickets and buys them",
  {
    tag: ["@service", "@mail", "@purchase", "@buys", "@phone-in-full"],
  },
  async ({ page, serviceClient, mailbox, buyer, checkout, uniqueName }, info) => {
    test.slow();
    const name = uniqueName("The Alchemist");
    const ticketTypes = [{ name: "Stalls", price: "20.00" }];
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name, ticketTypes, capacity: 2 });
    const reserved = await serviceClient.reservePlaces(eventId, ticketTypeIds[0]?.[0] ?? 0, 2);

    await page.goto(`/${language}/events/${eventId}`);
    const shot = (what: string) => page.screenshot({ path: info.outputPath(`${what}.png`), fullPage: true });
    await shot("1-sold-out");
    await page.getByRole("link", { name: text("Event.joinList") }).click();
    await expect(page.getByRole("heading", { name: text("WaitingList.title") })).toBeVisible();
    await expectAccessible(page, "the form of a waiting list");
    await shot("2-join");
    await page.getByRole("button", { name: text("WaitingList.join") }).click();
    await expect(page.getByRole("alert", { name: text("WaitingList.problem") })).toContainText(
      text("WaitingList.missing"),
    );
    await joinList(page, eventId, ownMailbox(buyer), 2);
    await shot("3-sent");

    // Opening the link joins nothing: the button does.
    const place = linkIn(await mailbox.messageTo(ownMailbox(buyer)));
    await page.goto(place);
    await page.goto(place);
    await expect(page.getByRole("heading", { name: text("WaitingList.confirm") })).toBeVisible();
    await expectAccessible(page, "a place in line to confirm");
    await shot("4-confirm");
    await page.getByRole("button", { name: text("WaitingList.confirmPlace") }).click();
    await expect(page.getByRole("heading", { name: text("WaitingList.waiting") })).toBeVisible();
    await expect(page.getByText(text("WaitingList.place", { number: 1, count: 2 }))).toBeVisible();
    await expectAccessible(page, "a place in line");
    await shot("5-waiting");

    await serviceClient.call("DELETE", `/reservation/${reserved}`);
    const other = { event: eventId, tickets: [{ ticketType: ticketTypeIds[0]?.[0], quantity: 1 }] };
    expect((await serviceClient.call("POST", "/reservation/", other)).body.successful).toBe(false);
    const offer = await mailbox.messageTo(ownMailbox(buyer), {
      subject: text("Mail.waitingOffer.subject", { event: name }),
    });
    await page.goto(linkIn(offer));
    await expect(page.getByRole("heading", { name: text("WaitingList.turn") })).toBeVisible();
    await expect(page.getByText(inText("Common.timer.reservedUntil", { count: 2 }))).toBeVisible();
    await expectAccessible(page, "offered tickets");
    await shot("6-offered");
    await page.getByRole("button", { name: text("WaitingList.continue") }).click();
    await page.waitForURL(/\/checkout/);
    await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
    await checkout.buy(buyer);
    await expect(page).toHaveURL(/\/sales\//);

    await page.goto(linkIn(offer));
    await expect(page.getByRole("heading", { name: text("WaitingList.bought") })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: text("Common.findTickets") })).toBeVisible();
    await expect(page.locator('main a[href*="/sales/"]'), "whoever has this link need not be the buyer").toHaveCount(0);
    await expectAccessible(page, "a place in line whose tickets were bought");
    await shot("7-bought");
  },
);

test("a form to join is checked while it is typed, and its numbers follow a date that was chosen before the script ran", {
  tag: ["@service"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Silent Woman"),
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
    capacity: 4,
    dates: ["20-02-2099T19:30", "21-02-2099T19:30"],
  });
  for (const [ticketType = 0] of ticketTypeIds) await serviceClient.reservePlaces(eventId, ticketType, 4);
  await serviceClient.call("PUT", `/ticketType/${ticketTypeIds[1]?.[0]}`, { maximumPerOrder: 3 });
  const [email, date, quantity] = [
    page.getByLabel(text("WaitingList.email"), { exact: true }),
    page.getByLabel(text("WaitingList.date"), { exact: true }),
    page.getByLabel(text("WaitingList.quantity")),
  ];
  const join = page.getByRole("button", { name: text("WaitingList.join") });

  const script = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`/${language}/events/${eventId}/waiting-list`, { waitUntil: "commit" });
  await date.selectOption(String(eventDateIds[1]));
  await expect(quantity.getByRole("option")).toHaveText(["1", "2", "3", "4"]);
  await chooseQuantity(page, 3);
  await email.fill("ada");
  script.resolve();
  await expect(quantity.getByRole("option")).toHaveText(["1", "2", "3"]);
  await expect(quantity, "what was chosen stays").toHaveValue("3");
  await expect(email).toHaveValue("ada");

  await join.click();
  await expect(email).toHaveAccessibleDescription(text("WaitingList.wrong"));
  await email.fill("");
  await expect(email).toHaveAccessibleDescription(text("WaitingList.missing"));
  await email.fill("ada@example.com");
  await expect(email).toHaveAccessibleDescription("");
  await date.selectOption(String(eventDateIds[0]));
  await expect(quantity.getByRole("option")).toHaveText(["1", "2", "3", "4"]);
  await expect(quantity).toHaveValue("3");
});

type Message = { readonly attachments: readonly { readonly contentType: string; readonly contentBase64: string }[] };

/** Returns the calendar file of a message, with its method. */
function calendarOf({ attachments }: Message) {
  const [file] = attachments.filter(({ contentType }) => contentType.startsWith("text/calendar"));
  if (file === undefined) throw new Error("The message has no calendar file.");
  const content = Buffer.from(file.contentBase64, "base64").toString();
  const [, method] = /^METHOD:(\w+)/m.exec(content) ?? [];
  return { method, entry: readCalendar(content)[0]?.properties };
}

test(
  "a buyer, a cart and a place in line hear that their date moved, and that it is cancelled",
  {
    tag: ["@service", "@mail", "@purchase", "@buys", "@phone-in-full"],
  },
  async ({ page, event, serviceClient, mailbox, buyer, checkout, putOnSaleAndReserve }, info) => {
    test.slow();
    const shot = (what: string) => page.screenshot({ path: info.outputPath(`${what}.png`), fullPage: true });
    const ticketTypes = [{ name: "Stalls", price: "20.00" }];
    const sold = await putOnSaleAndReserve("Timon of Athens", {
      ticketTypes,
      capacity: 2,
      dates: ["20-02-2099T19:30"],
    });
    const { eventId, name, eventDateIds } = sold;
    const refundPolicy = { untilHoursBefore: 24, percentage: 100, keepsFee: false };
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy });
    await checkout.buy(buyer);
    const order = page.url();
    const confirmed = calendarOf(await mailbox.messageTo(buyer.email));
    await event.open(eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await joinList(page, eventId, ownMailbox(buyer), 1);
    const place = linkIn(await mailbox.messageTo(ownMailbox(buyer)));
    await page.goto(place);
    await page.getByRole("button", { name: text("WaitingList.confirmPlace") }).click();
    await expect(page.getByRole("heading", { name: text("WaitingList.waiting") })).toBeVisible();

    const movedSubject = text("Mail.dateChanged.subjectDate", { event: name });
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, { eventStart: "21-02-2099T18:00" });
    const movedMail = await mailbox.messageTo(buyer.email, { subject: movedSubject });
    const moved = calendarOf(movedMail);
    expect(movedMail.text, "the mail leads to the refund").toMatch(/\/sales\/[\w.-]+\/refund/);
    await page.goto(order);
    await expect(page.getByText(inText("Sale.movedQuestion")).first()).toBeVisible();
    await expect(page.getByRole("link", { name: text("Refund.link") }).first()).toBeVisible();
    await shot("0-order-moved");
    expect(linkIn(await mailbox.messageTo(ownMailbox(buyer), { subject: movedSubject }))).toBeTruthy();
    await page.goto(place);
    await expect(page.getByText(inText("WaitingList.moved"))).toBeVisible();
    await expect(page.getByRole("heading", { name: text("WaitingList.waiting") })).toBeVisible();
    await shot("1-place-moved");
    await page.goto(`/${language}/cart`);
    await expect(page.getByText(inText("Cart.dateMoved"))).toBeVisible();
    await shot("2-cart-moved");

    const cancelledSubject = text("Mail.cancelled.subject", { event: name });
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}/cancel`, { refund: "none" });
    const cancelled = calendarOf(await mailbox.messageTo(buyer.email, { subject: cancelledSubject }));
    expect(linkIn(await mailbox.messageTo(ownMailbox(buyer), { subject: cancelledSubject }))).toBeTruthy();
    await page.goto(place);
    await expect(page.getByRole("heading", { name: text("WaitingList.cancelledEvent") })).toBeVisible();
    await expect(page.getByText(text("WaitingList.expired"))).toHaveCount(0);
    await expectAccessible(page, "a place in line of a cancelled date");
    await shot("3-place-cancelled");
    await page.goto(`/${language}/cart`);
    await expect(page.getByText(text("Cart.dateCancelled"))).toBeVisible();
    await expectAccessible(page, "a cart with a cancelled date");
    await shot("4-cart-cancelled");

    const files = [confirmed, moved, cancelled];
    expect(files.map(({ method }) => method)).toEqual(["PUBLISH", "PUBLISH", "CANCEL"]);
    expect(new Set(files.map(({ entry }) => entry?.UID)).size).toBe(1);
    expect(Number(cancelled.entry?.SEQUENCE)).toBeGreaterThan(Number(moved.entry?.SEQUENCE));
    expect(cancelled.entry?.STATUS).toBe("CANCELLED");
  },
);
