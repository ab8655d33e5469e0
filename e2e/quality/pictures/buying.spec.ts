import { ADA } from "#e2e/pages/checkout-page.ts";
import { words } from "#e2e/support/words.ts";
import { EVENING, expect, PICTURES, test } from "./sheet.ts";

const { language, text, inText } = words;

const CIRCUS = "The Glass Circus";
const MATINEES = "Saturday Matinee Club";
const SLOW = "4111 1111 1111 1301";
const LOST_REQUEST = "4111 1111 1111 1434";

test.describe("Buy", PICTURES, () => {
  test("cart", async ({ season, cart }) => {
    await season.reserve();
    await cart.open();
  });

  test("event with a cart", async ({ season, cart }) => {
    await season.reserve();
    await season.open(EVENING);
    await cart.linkWith(2).waitFor();
  });

  test("list with a cart", async ({ page, season, cart }) => {
    await season.reserve();
    await page.goto(`/${language}`);
    await cart.linkWith(2).waitFor();
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
    await expect(page.getByText(text("Pay.notChargedTitle"))).toBeVisible();
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
    await expect(page.getByText(inText("Cart.again.price"))).toBeVisible();
    await expect(page.getByText(inText("Cart.again.totalNow"))).toBeVisible();
  });
});
