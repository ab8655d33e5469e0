import { ownMailbox } from "#e2e/support/mailbox.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";
import { EVENING, expect, PICTURES, test } from "./sheet.ts";

const { language, text, inText, like } = words;

const CIRCUS = "The Glass Circus";
const MATINEES = "Saturday Matinee Club";

const HALF_AN_HOUR_MS = 30 * 60_000;
const LONG_AGO = "2020-01-01T00:00:00Z";

test.describe("Find", PICTURES, () => {
  const pages = {
    list: "",
    "search with results": "/search?q=music",
    "search with a near match": "/search?q=glas+cirkus",
    "search without results": "/search?q=zzqqx",
    "search without results in a period": "/search?q=music&when=today",
    calendar: "/calendar",
  };
  for (const [title, path] of Object.entries(pages))
    test(title, async ({ page }) => {
      await page.goto(`/${language}${path}`);
    });

  test("search filters", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${language}/search?tag=Music`);
    await page
      .locator("summary")
      .filter({ hasText: text("Search.filters") })
      .click();
  });

  test("group", async ({ page }) => {
    await page.goto(`/${language}`);
    await page.locator('a[href*="/groups/"]').first().click();
    await page.waitForURL(/\/groups\/\d+/);
  });
});

test.describe("Choose", PICTURES, () => {
  const events = {
    "event with one date": "Long Light: Half Past Anything",
    "event with two dates": EVENING,
    "event with many dates": CIRCUS,
    "event that is sold out": "Hinemoa Pryde",
    "event not yet on sale": "Two Hundred Voices",
    "event that is free": "Small Ears",
    "event with a discount": MATINEES,
    "event over three days": "Salt & Strings",
  };
  for (const [title, name] of Object.entries(events)) test(title, ({ season }) => season.open(name));

  test("event with the calendar of dates", async ({ page, season }) => {
    await season.open(CIRCUS);
    await page.getByRole("button", { name: text("Event.picker.allDates"), exact: true }).click();
    await expect(page.getByRole("button", { name: like("Event.picker.monthAfter") })).toBeVisible();
  });

  test("event chosen", async ({ season, event }) => {
    await season.open(CIRCUS);
    await event.choose("Bench", 2);
    await event.choose("Programme", 1);
  });

  test("event with nothing chosen", async ({ page, season, event }) => {
    await season.open(EVENING);
    await clickHydrated(event.continueButton);
    await expect(page.getByText(text("Event.picker.chooseDateFirst")).first()).toBeVisible();
  });

  test("event with a shortage", async ({ page, season, event, serviceClient }) => {
    const { eventId, ticketTypeIds } = await season.add({
      name: "The Winter’s Tale",
      ticketTypes: [
        { name: "General admission", price: "45.00", fee: "2.50" },
        { name: "Concession", price: "30.00", fee: "2.50", maximumAllocation: 3 },
      ],
    });
    await event.choose("General admission", 2);
    await event.choose("Concession", 2);
    await serviceClient.reservePlaces(eventId, ticketTypeIds[0]?.[1] ?? 0, 2);
    await event.continueButton.click();
    await expect(page.getByText(text("Cart.shortage.left", { left: 1, name: "Concession" }))).toBeVisible();
  });

  for (const [title, code, answer] of [
    ["event with a code accepted", "USHERS", inText("Event.codeShowsOnDate")],
    ["event with a code refused", "NONESUCH", text("Cart.code.UNKNOWN", { code: "NONESUCH" })],
  ] as const)
    test(title, async ({ page, season }) => {
      await season.open(MATINEES);
      await page.getByText(text("Event.picker.haveCode")).click();
      const field = page.getByLabel(text("Event.picker.code"), { exact: true });
      await field.fill(code);
      await clickHydrated(page.getByRole("button", { name: text("Event.picker.applyCode") }));
      await expect(page.getByText(answer).first()).toBeVisible();
    });

  test.describe("elsewhere", () => {
    test.use({ timezoneId: "Europe/Berlin" });

    test("event in another time zone", ({ season }) => season.open("東京夜想曲"));
  });

  test("waiting list", async ({ page, season }) => {
    await season.open("Hinemoa Pryde");
    await page.getByRole("link", { name: text("Event.joinList") }).click();
    await page.waitForURL(/waiting-list$/);
  });

  test("waiting list with errors", async ({ page, season }) => {
    await season.open("Hinemoa Pryde");
    await page.goto(`${page.url()}/waiting-list`);
    await page.getByRole("button", { name: text("WaitingList.join") }).click();
    await expect(page.getByRole("alert", { name: text("WaitingList.problem") })).toBeVisible();
  });

  for (const [step, title] of [
    "waiting list asked",
    "waiting list to confirm",
    "waiting list joined",
    "waiting list offered",
  ].entries())
    test(title, async ({ page, season, serviceClient, mailbox, buyer }) => {
      const name = "The Alchemist";
      const sale = await season.add({ name, ticketTypes: [{ name: "Stalls", price: "20.00" }], capacity: 2 });
      const reserved = await serviceClient.reservePlaces(sale.eventId, sale.ticketTypeIds[0]?.[0] ?? 0, 2);
      const email = ownMailbox(buyer);
      await page.goto(`/${language}/events/${sale.eventId}/waiting-list`);
      await page.getByLabel(text("WaitingList.email"), { exact: true }).fill(email);
      await page.getByRole("button", { name: text("WaitingList.join") }).click();
      await expect(page.getByRole("heading", { name: text("WaitingList.sent") })).toBeVisible();
      if (step === 0) return;
      await page.goto(linkIn(await mailbox.messageTo(email)));
      await expect(page.getByRole("heading", { name: text("WaitingList.confirm") })).toBeVisible();
      if (step === 1) return;
      await page.getByRole("button", { name: text("WaitingList.confirmPlace") }).click();
      await expect(page.getByRole("heading", { name: text("WaitingList.waiting") })).toBeVisible();
      if (step === 2) return;
      await serviceClient.call("DELETE", `/reservation/${reserved}`);
      const subject = text("Mail.waitingOffer.subject", { event: name });
      await page.goto(linkIn(await mailbox.messageTo(email, { subject })));
      await expect(page.getByRole("heading", { name: text("WaitingList.turn") })).toBeVisible();
      await expect(page.getByText(inText("Common.timer.reservedUntil", { count: 2 }))).toBeVisible();
    });

  for (const [step, title] of ["waiting room", "waiting room joined", "waiting room with a turn"].entries())
    test(title, async ({ page, season, serviceClient }) => {
      const onSaleFrom = new Date(Date.now() + HALF_AN_HOUR_MS).toISOString();
      const ticketTypes = [{ name: "Stalls", price: "20.00", onSaleFrom }];
      const { eventId, ticketTypeIds } = await season.add({ name: "Volpone", ticketTypes });
      await serviceClient.call("PUT", `/event/${eventId}`, { waitingRoom: true });
      const open = () => page.goto(`/${language}/events/${eventId}/line`);
      const join = page.getByRole("button", { name: text("WaitingRoom.join") });
      await expect(async () => {
        await open();
        await expect(join).toBeVisible({ timeout: 1_000 });
      }).toPass();
      if (step === 0) return;
      await join.click();
      await expect(page.getByRole("heading", { level: 1, name: text("WaitingRoom.gathering") })).toBeVisible();
      if (step === 1) return;
      await serviceClient.call("PUT", `/ticketType/${ticketTypeIds[0]?.[0]}`, { onSaleFrom: LONG_AGO });
      await expect(async () => {
        await open();
        await expect(page.getByRole("heading", { level: 1, name: text("WaitingRoom.inside") })).toBeVisible({
          timeout: 1_000,
        });
      }).toPass();
    });
});

/** Returns the link of a message to a place in line. */
function linkIn(message: { readonly text: string }): string {
  return /https?:\/\/\S+\/waiting-list\/[\w.-]+/.exec(message.text)?.[0] ?? "";
}
