import { ADA } from "#e2e/pages/checkout-page.ts";
import { typeSecret } from "#e2e/pages/type-secret.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { addQuestions, GUEST_QUESTIONS, PRINTER_TICKETS } from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";
import ar from "#messages/ar.json" with { type: "json" };

// A trace would show the password.
test.use({ trace: "off" });

test.describe("Accessibility", { tag: ["@a11y", "@slow"] }, () => {
  test("P47, 49, 50: each step of a purchase, with its errors", { tag: ["@purchase", "@buys"] }, async ({
    page,
    anyTickets,
    checkout,
    tickets,
    buyer,
  }) => {
    test.slow();
    await anyTickets.reserve();
    await expectAccessible(page, "details");
    await checkout.toPayment.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
    await expectAccessible(page, "details with errors");
    await page.goto(`/${words.language}/cart`);
    await expectAccessible(page, "cart");
    await page.goto(`/${words.language}/checkout`);
    await checkout.submitDetails(buyer);
    await expectAccessible(page, "pay");
    await checkout.payButton.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
    await expectAccessible(page, "pay with errors");
    await checkout.payWithBadCard();
    await expect(checkout.declined).toBeFocused();
    await expectAccessible(page, "declined");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await expectAccessible(page, "tickets");
  });

  test("49, 50: the panel of an expired reservation", {
    tag: ["@purchase", "@service", "@clock", "@once"],
  }, async ({ page, sandbox, checkout, putOnSaleAndReserve }) => {
    const { eventId } = await putOnSaleAndReserve("The Puritan");
    await sandbox.ageReservations(eventId, 16 * 60);
    await page.reload();
    await expect(checkout.expiredHeading).toBeVisible();
    await expectAccessible(page, "expired");
  });

  test("49, 50: search, cart, embed and promoter pages from right to left", {
    tag: ["@purchase", "@service", "@promoter", "@once"],
  }, async ({ page, env, serviceClient, event, uniqueName }) => {
    test.slow();
    await page.goto("/ar");
    const group = await page.locator('a[href*="/ar/groups/"]').first().getAttribute("href");
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Measure for Measure") });
    for (const path of [
      "/ar/search?q=festival",
      "/ar/search?q=nothinglikeit",
      "/ar/calendar",
      group ?? "",
      `/ar/embed/events/${eventId}`,
      "/ar/cart",
      "/ar/promoter/sign-in",
    ]) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expectAccessible(page, path);
    }
    await page.goto(group ?? "");
    const card = await page.locator('meta[property="og:image"]').first().getAttribute("content");
    const picture = await page.request.get(card ?? "");
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);

    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    await page.goto("/ar/cart");
    await expectAccessible(page, "/ar/cart with tickets");
    await page.goto("/ar/promoter/sign-in");
    await page.locator("input[name=user]").fill(env.serviceLogin?.user ?? "");
    await typeSecret(page.locator("input[type=password]"), env.serviceLogin?.password ?? "");
    await page.locator("form button[type=submit]").first().click();
    await page.waitForURL(/\/ar\/promoter$/);
    await page.goto(`/ar/promoter/embed-kit/${eventId}`);
    await expectAccessible(page, "embed kit");
  });

  test("49, 50: guest pages from right to left", { tag: ["@purchase", "@service", "@once"] }, async ({
    page,
    serviceClient,
    event,
    checkout,
    uniqueName,
  }) => {
    test.slow();
    const { eventId } = await serviceClient.putOnSale({
      name: uniqueName("Timon of Athens"),
      ticketTypes: PRINTER_TICKETS,
    });
    await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
    await event.open(eventId);
    await event.choose("Printer", 2);
    await event.reserveTickets();
    // The guests' questions stay open.
    await checkout.fillBuyer(ADA);
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await checkout.payWithGoodCard();

    await page.goto(page.url().replace(`/${words.language}/`, "/ar/"));
    const board = page.getByRole("region", { name: ar.Guests.title });
    await board.getByText(ar.Guests.answer.replace("{number}", "1")).click();
    await board.getByRole("button", { name: ar.Guests.save }).first().click();
    await expect(board.getByRole("alert")).toBeFocused();
    await expectAccessible(page, "tickets that lack guest details, in Arabic");

    const link = await board.getByRole("link", { name: ar.Guests.link, exact: true }).last().getAttribute("href");
    await page.goto(link ?? "");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expectAccessible(page, "a guest's ticket before the details, in Arabic");
    await page.getByLabel("Guest’s name").fill("مريم");
    await page.getByLabel("Any").check();
    await page.getByRole("button", { name: ar.Guests.save }).click();
    await expect(page.getByText(ar.Guests.saved)).toBeVisible();
    await expectAccessible(page, "a guest's ticket, in Arabic");
  });
});
