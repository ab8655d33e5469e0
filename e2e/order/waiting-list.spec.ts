import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** Returns the first link of a message to a place in line. */
function linkIn(message: { readonly text: string }): string {
  const [link] = /https?:\/\/\S+\/waiting-list\/[\w.-]+/.exec(message.text) ?? [];
  if (link === undefined) throw new Error("The message has no link to a place in line.");
  return link;
}

async function chooseQuantity(page: Page, quantity: number): Promise<void> {
  const choices = page.getByRole("group", { name: text("WaitingList.quantity") });
  await choices.getByRole("radio", { name: String(quantity), exact: true }).check();
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
    await page.getByRole("button", { name: text("WaitingList.join") }).click();
    await expect(page.getByRole("heading", { name: text("WaitingList.waiting") })).toBeVisible();
    await expect(page.getByText(text("WaitingList.number", { number: 1 }))).toBeVisible();
    await expectAccessible(page, "a place in line");
    await shot("5-waiting");

    await serviceClient.call("DELETE", `/reservation/${reserved}`);
    const other = { event: eventId, tickets: [{ ticketType: ticketTypeIds[0]?.[0], quantity: 1 }] };
    expect((await serviceClient.call("POST", "/reservation/", other)).body.successful).toBe(false);
    const offer = await mailbox.messageTo(ownMailbox(buyer), {
      subject: text("Mail.waitingOffer.subject", { event: name }),
    });
    await page.goto(linkIn(offer));
    await expect(page.getByRole("heading", { name: text("WaitingList.offered") })).toBeVisible();
    await expectAccessible(page, "offered tickets");
    await shot("6-offered");
    await page.getByRole("button", { name: text("WaitingList.continue") }).click();
    await page.waitForURL(/\/checkout/);
    await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
    await checkout.buy(buyer);
    await expect(page).toHaveURL(/\/sales\//);
  },
);
