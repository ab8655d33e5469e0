import { ADA } from "#e2e/pages/checkout-page.ts";
import { clickHydrated } from "#e2e/pages/click-hydrated.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { words } from "#e2e/support/words.ts";
import { EVENING, expect, PICTURES, test } from "./sheet.ts";

const { language, text, inText, like } = words;

const CIRCUS = "The Glass Circus";
const MATINEES = "Saturday Matinee Club";
const SLOW = "4111 1111 1111 1301";
const LOST_REQUEST = "4111 1111 1111 1434";

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
    const all = page.getByText(text("Event.picker.allDates"), { exact: true }).filter({ visible: true });
    if ((await all.count()) > 0) await all.first().click();
  });

  test("event chosen", async ({ season, event }) => {
    await season.open(CIRCUS);
    await event.choose("Bench", 2);
    await event.choose("Programme", 1);
  });

  test("event with nothing chosen", async ({ page, season, event }) => {
    await season.open(EVENING);
    await event.anyMore.first().waitFor();
    await event.continueButton.click();
    await expect(page.getByText(text("Event.picker.chooseFirst")).first()).toBeVisible();
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
    ["event with a code accepted", "USHERS", inText("Event.codeShows")],
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
      await page.getByRole("button", { name: text("WaitingList.join") }).click();
      await expect(page.getByRole("heading", { name: text("WaitingList.waiting") })).toBeVisible();
      if (step === 2) return;
      await serviceClient.call("DELETE", `/reservation/${reserved}`);
      const subject = text("Mail.waitingOffer.subject", { event: name });
      await page.goto(linkIn(await mailbox.messageTo(email, { subject })));
      await expect(page.getByRole("heading", { name: text("WaitingList.offered") })).toBeVisible();
    });
});

test.describe("Buy", PICTURES, () => {
  test("cart", async ({ season, cart }) => {
    await season.reserve();
    await cart.open();
  });

  test("event with a cart", async ({ season, checkout }) => {
    await season.reserve();
    await season.open(EVENING);
    await checkout.deadline.first().waitFor();
  });

  test("list with a cart", async ({ page, season }) => {
    await season.reserve();
    await page.goto(`/${language}`);
    await page.waitForLoadState("networkidle");
  });

  test("cart with two events", async ({ season, cart }) => {
    await season.reserve(CIRCUS, "Bench");
    await season.reserve();
    await cart.open();
  });

  test("cart with a code", async ({ page, season, cart }) => {
    await season.reserve(MATINEES, "Adult", 2);
    await cart.open();
    await cart.enterCode("SAVE10");
    await page.getByRole("button", { name: text("Cart.code.removeOf", { code: "SAVE10" }) }).waitFor();
  });

  test("cart with a code refused", async ({ page, season, cart }) => {
    await season.reserve();
    await cart.open();
    await cart.enterCode("NONESUCH");
    await expect(page.getByText(text("Cart.code.UNKNOWN", { code: "NONESUCH" })).first()).toBeVisible();
  });

  test("cart menu", async ({ page, season, cart }) => {
    await season.reserve();
    await cart.open();
    await page.getByLabel(like("Cart.menuOf")).first().click();
  });

  test("cart with an event removed", async ({ season, cart }) => {
    await season.reserve("Salt & Strings", "Weekend, under 16");
    await season.reserve();
    await cart.open();
    await cart.remove(EVENING);
    await cart.undo.waitFor();
  });

  test("cart emptied", async ({ season, cart }) => {
    await season.reserve();
    await cart.open();
    await cart.empty();
    await cart.undo.waitFor();
  });

  test("cart empty", ({ cart }) => cart.open());

  test("cart expired", async ({ page, season, sandbox, cart, checkout }) => {
    const { eventId } = await season.add({ name: "Volpone" });
    await season.reserve("Volpone", "General admission");
    await sandbox.ageReservations(eventId, 15 * 60 + 5);
    await cart.open();
    await expect(checkout.expiredHeading).toBeVisible();
    await page.waitForLoadState("networkidle");
  });

  test("cart reserved again in part", async ({ page, season, sandbox, serviceClient, cart, checkout }) => {
    const { eventId, ticketTypeIds } = await season.add({ name: "Epicoene", capacity: 3 });
    await season.reserve("Epicoene", "General admission");
    await sandbox.ageReservations(eventId, 15 * 60 + 5);
    await serviceClient.reservePlaces(eventId, ticketTypeIds[0]?.[0] ?? 0, 2);
    await cart.open();
    await expect(checkout.expiredHeading).toBeVisible();
    await cart.reserveTicketsAgain.click();
    await expect(page.getByRole("heading", { name: text("Cart.again.partlyTitle") })).toBeVisible();
  });

  test("cart with a date moved", async ({ page, season, serviceClient, cart }) => {
    const { eventDateIds } = await season.add({ name: "Pericles", dates: ["20-02-2099T19:30"] });
    await season.reserve("Pericles", "General admission");
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, { eventStart: "21-02-2099T18:00" });
    await cart.open();
    await expect(page.getByText(inText("Cart.dateMoved"))).toBeVisible();
  });

  test("details", ({ season }) => season.reserve());

  test("details of two events", async ({ season }) => {
    await season.reserve(CIRCUS, "Bench", 1);
    await season.reserve();
  });

  test("details with errors", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.toPayment.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
  });

  test("details with a suggestion", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.timerRuns();
    await checkout.fillBuyer({ ...ADA, email: "ada@gmial.com" });
    await checkout.email.blur();
    await expect(page.getByText(inText("Details.didYouMean")).first()).toBeVisible();
  });

  test("details with questions", ({ season }) => season.reserve("A Day at the Letterpress", "Printer", 1));

  test("details with errors in questions", async ({ page, season, checkout }) => {
    await season.reserve("A Day at the Letterpress", "Printer", 1);
    await checkout.fillBuyer(ADA);
    await checkout.toPayment.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
  });

  test("details of a free order", ({ season }) => season.reserve("Small Ears", "Small ears", 2));

  test("pay", async ({ season, checkout }) => {
    await season.reserve();
    await checkout.openPayment();
  });

  test("pay with errors", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.openPayment();
    await checkout.payButton.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
  });

  test("pay with a voucher", async ({ season, checkout, serviceClient, money }) => {
    const { code } = await serviceClient.createVoucher(20);
    await season.reserve();
    await checkout.openPayment();
    await checkout.applyVoucher(code);
    await expect(checkout.review.getByText(money("-20.00"))).toBeVisible();
  });

  test("pay with a voucher refused", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.openPayment();
    await checkout.applyVoucher("0000-0000-0000-0000");
    await expect(page.getByRole("alert").filter({ hasText: text("Pay.voucher.refusal.not_valid") })).toBeVisible();
  });

  test("pay declined", async ({ season, checkout }) => {
    await season.reserve();
    await checkout.openPayment();
    await checkout.payWithBadCard();
    await expect(checkout.declined).toBeVisible();
  });

  test("pay offline", async ({ page, context, season, checkout, env }) => {
    await season.reserve();
    await checkout.openPayment();
    await checkout.typeCard(env.goodCard);
    await context.setOffline(true);
    await checkout.payButton.click();
    await expect(checkout.connectionProblem).toBeVisible();
    await context.setOffline(false);
    await page.unrouteAll();
  });

  test("paying", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.openPayment();
    const { promise } = Promise.withResolvers<void>();
    await page.route(/\/checkout\/pay$/, (route) => (route.request().method() === "POST" ? promise : route.fallback()));
    await checkout.payWith(SLOW);
    await expect(page.getByText(text("Pay.paying")).first()).toBeVisible();
  });

  test("checking", async ({ page, season, checkout }) => {
    await season.reserve();
    await checkout.openPayment();
    await checkout.payWith(LOST_REQUEST);
    await page.waitForURL(/\/checkout\/pay\/checking/, { timeout: 45_000 });
    await expect(page.getByText(text("Checking.warning"))).toBeVisible();
  });

  test("pay after a payment that was not made", async ({ page, season, checkout }) => {
    test.setTimeout(240_000);
    await season.reserve();
    await checkout.openPayment();
    await checkout.payWith(LOST_REQUEST);
    await page.waitForURL(/\/checkout\/pay\/checking/, { timeout: 45_000 });
    await page.waitForURL(/\/checkout\/pay$/, { timeout: 120_000 });
    await expect(page.getByText(text("Pay.notCharged"))).toBeVisible();
  });

  test("pay expired", async ({ season, sandbox, page, checkout }) => {
    const { eventId } = await season.add({ name: "Bartholomew Fair" });
    await season.reserve("Bartholomew Fair", "General admission");
    await checkout.openPayment();
    await sandbox.ageReservations(eventId, 15 * 60 + 5);
    await page.reload();
    await expect(checkout.expiredHeading).toBeVisible();
  });

  test("pay with a price that moved", async ({ page, season, sandbox, serviceClient, cart, checkout }) => {
    const { eventId, ticketTypeIds } = await season.add({ name: "The Devil Is an Ass" });
    await season.reserve("The Devil Is an Ass", "General admission");
    await checkout.openPayment();
    await sandbox.ageReservations(eventId, 15 * 60 + 5);
    await serviceClient.call("PUT", `/ticketType/${ticketTypeIds[0]?.[0]}`, { price: 49 });
    await page.reload();
    await cart.reserveTicketsAgain.click();
    await expect(checkout.expiredHeading).toBeHidden();
  });
});

/** Returns the link of a message to a place in line. */
function linkIn(message: { readonly text: string }): string {
  return /https?:\/\/\S+\/waiting-list\/[\w.-]+/.exec(message.text)?.[0] ?? "";
}
