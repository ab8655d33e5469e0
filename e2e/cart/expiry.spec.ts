import { expectAccessible } from "#e2e/support/accessibility.ts";
import { dayAndTime } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test("P49, 23: an expired reservation keeps the input, and one button reserves the same tickets again", {
  tag: ["@expiry", "@slow", "@purchase", "@buys", "@phone-in-full"],
}, async ({ page, expiry, anyTickets, buyer, cart, checkout, places, tickets }) => {
  const { eventId, eventName } = await anyTickets.reserve(2);
  await checkout.firstName.fill(buyer.firstName);
  await checkout.lastName.fill(buyer.lastName);
  await checkout.email.fill(buyer.email);

  await expiry.expire(eventId);
  await expect(checkout.firstName).toHaveValue(buyer.firstName);
  await expect(cart.expired).toContainText(eventName);
  await expectAccessible(page, "reservation expired");
  const fillOf = (button: Element) => getComputedStyle(button).backgroundColor;
  const primary = await cart.reserveTicketsAgain.evaluate(fillOf);
  const others = page
    .getByRole("main")
    .locator("button[type=submit]:visible")
    .and(page.locator(":not([data-expired] *)"));
  for (const other of await others.all()) expect(await other.evaluate(fillOf), "one primary button").not.toBe(primary);

  await places.take(2);
  await cart.reserveTicketsAgain.click();
  await expect(checkout.expiredHeading).toBeHidden();
  await expect(checkout.timer).toBeVisible();
  await expect(checkout.email).toHaveValue(buyer.email);
  await checkout.submitDetails(buyer);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(2);
});

test("P48, 21: the timer announces five, two and one minute and thirty seconds", {
  tag: ["@expiry", "@purchase", "@phone-in-full"],
}, async ({ page, anyTickets, checkout, words }) => {
  await page.clock.install();
  await anyTickets.reserve();
  const announcements = page.getByRole("status");
  for (const [mark, announced] of [
    [5 * 60, words.text("Common.timer.minutes", { count: 5 })],
    [2 * 60, words.text("Common.timer.minutes", { count: 2 })],
    [60, words.text("Common.timer.minutes", { count: 1 })],
    [30, words.text("Common.timer.seconds", { count: 30 })],
  ] as const) {
    await checkout.forwardUntilLeft(mark);
    await expect(announcements.filter({ hasText: announced })).toHaveCount(1);
  }
});

test('P48: "Get more time" keeps the focus and says the new time', {
  tag: ["@expiry", "@purchase", "@service", "@phone-in-full"],
}, async ({ page, checkout, putOnSaleAndReserve, words }) => {
  await page.clock.install();
  await putOnSaleAndReserve("The Sad Shepherd");
  const more = page.getByRole("button", { name: words.text("Cart.moreTime.button") });
  await checkout.forwardUntilLeft(2 * 60);
  await page.clock.resume();
  await more.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: words.like("Cart.moreTime.extended") })).toHaveCount(1);
  await expect(more).toBeFocused();
  await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
});

test.describe("Reserving again", { tag: ["@expiry", "@purchase", "@service", "@clock"] }, () => {
  test("23: reserves expired lines of three events again: one fully, one partly, one not at all", {
    tag: "@phone-in-full",
  }, async ({ page, serviceClient, sandbox, event, cart, checkout, tickets, uniqueName, money }) => {
    test.slow();
    const show = { ticketTypes: [{ name: "Stalls", price: "20.00" }], dates: ["04-12-2099T19:30"] };
    const whole = await serviceClient.putOnSale({ name: uniqueName("The Alchemist"), ...show });
    const part = await serviceClient.putOnSale({ name: uniqueName("Volpone"), ...show, capacity: 3 });
    const soldOut = await serviceClient.putOnSale({ name: uniqueName("Epicoene"), ...show, capacity: 1 });
    for (const [{ eventId }, quantity] of [
      [whole, 2],
      [part, 2],
      [soldOut, 1],
    ] as const) {
      await event.open(eventId);
      await event.choose("Stalls", quantity);
      await event.reserveTickets();
    }
    await checkout.firstName.fill("Ada");
    await checkout.email.fill("ada@example.com");

    for (const { eventId } of [whole, part, soldOut]) await sandbox.ageReservations(eventId, 15 * 60 + 5);
    await serviceClient.reservePlaces(part.eventId, part.ticketTypeIds[0]?.[0] ?? 0, 2);
    await serviceClient.reservePlaces(soldOut.eventId, soldOut.ticketTypeIds[0]?.[0] ?? 0, 1);
    await page.reload();
    await expect(checkout.expiredHeading).toBeVisible();
    // An expired cart has no total, which must be shown neither as free nor as a changed price.
    await expect(page.getByRole("main")).not.toContainText(
      new RegExp(`${text("Cart.free")}|${text("Pay.changedTitle")}`),
    );
    for (const path of ["cart", "checkout"]) {
      await page.goto(`/${language}/${path}`);
      for (const { name } of [whole, part, soldOut])
        await expect(cart.expired.locator("bdi[lang=en]").filter({ hasText: name })).toHaveCount(1);
      await expect(cart.expired.getByText(/^2 × Stalls/)).toHaveCount(2);
      await expect(cart.expired.getByText(dayAndTime("2099-12-04T19:30"))).toHaveCount(3);
      await expect(cart.reserveTicketsAgain).toHaveCount(1);
      await expect(cart.events).toHaveCount(0);
    }
    await cart.reserveTicketsAgain.click();

    await expect(page.getByRole("heading", { name: text("Cart.again.partlyTitle") })).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(whole.name, "Stalls", 2))).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(part.name, "Stalls", 2, 1))).toBeVisible();
    await expect(page.getByText(cart.reservedAgain(soldOut.name, "Stalls", 1, 0))).toBeVisible();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    await expect(checkout.firstName).toHaveValue("Ada");
    await expectAccessible(page, "reserved again in part");

    await checkout.submitDetails();
    await checkout.showsTotal(money("60.00"));
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(3);
  });
});
