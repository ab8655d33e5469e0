import type { Locator } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { recordTexts } from "#e2e/support/recorded-texts.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like } = words;

test.describe("Paying", { tag: "@purchase" }, () => {
  test.beforeEach(async ({ anyTickets, buyer, checkout }) => {
    await anyTickets.reserve();
    await checkout.openPayment(buyer);
  });

  test("P52, 38, 39: shows a review with the total and edit links, and the amount on the pay button", async ({
    page,
    buyer,
    checkout,
  }) => {
    const total = await checkout.total();
    expect(total).toMatch(/\p{N}/u);
    await expect(checkout.payButton).toHaveAccessibleName(text("Pay.pay", { total }));
    await expect(checkout.review).toBeVisible();
    await expect(checkout.review).toContainText(total);
    await expect(checkout.giver).toContainText(buyer.email);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    expect(await checkout.edit.count()).toBeGreaterThanOrEqual(1);
  });

  test("40: groups a pasted card number, and adapts the security code's hint to the card", {
    tag: "@phone-in-full",
  }, async ({ page, checkout }) => {
    await checkout.card.number.fill("4111111111111111");
    await checkout.card.number.blur();
    await expect(checkout.card.number).toHaveValue("4111 1111 1111 1111");
    await expect(page.getByText(text("Pay.codeThree"))).toBeVisible();
    await checkout.card.number.fill("3714");
    await expect(page.getByText(text("Pay.codeFour"))).toBeVisible();
  });

  test("28: reports an empty card form at its fields, without a request", { tag: "@phone-in-full" }, async ({
    page,
    checkout,
  }) => {
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") writes.push(request.url());
    });
    await checkout.timerRuns();
    await checkout.payButton.click();
    await expect(checkout.problem).toBeFocused();
    await expect(page).toHaveTitle(checkout.problemTitle);
    for (const field of ["number", "expiry", "code", "name"])
      await expect(checkout.problem.getByRole("link", { name: text(`Pay.error.${field}`) })).toBeVisible();
    expect(writes).toEqual([]);
  });

  test("shows a field error for a mistyped card number and for an expiry in the past", {
    tag: "@phone-in-full",
  }, async ({ page, env, checkout }) => {
    await checkout.typeCard({ ...env.goodCard, number: "4111 1111 1111 1112", expiry: "01 / 20" });
    await checkout.payButton.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
    for (const key of ["numberWrong", "expiryPast"])
      await expect(checkout.problem.getByRole("link", { name: text(`Pay.error.${key}`) })).toBeVisible();
    await expect(page).toHaveURL(/\/checkout\/pay$/);
  });

  test("22: keeps the amount, the buyer and the deadline over a reload", { tag: "@phone-in-full" }, async ({
    page,
    buyer,
    checkout,
  }) => {
    await checkout.timerRuns();
    const [total, deadline] = [await checkout.total(), await checkout.deadline.innerText()];
    await page.reload();
    await checkout.timerRuns();
    await expect(checkout.deadline).toHaveText(deadline);
    await expect(checkout.giver).toContainText(buyer.email);
    expect(await checkout.total()).toBe(total);
  });

  test("P04, 41: does not show the form after Back from the tickets", {
    tag: ["@buys", "@phone-in-full", "@plain"],
  }, async ({ page, checkout }) => {
    await checkout.payWithGoodCard();
    await page.goBack();
    await expect(checkout.payButton).toHaveCount(0);
  });

  test("P01, 44: keeps no card number in cookies, storage or pages", { tag: "@phone-in-full" }, async ({
    page,
    context,
    env,
    checkout,
  }) => {
    const { number } = env.badCard;
    const countIn = (text: string) => text.replace(/[ -]/g, "").split(number.replace(/\D/g, "")).length - 1;
    const pageHtml = async () => (await context.request.get(`/${language}/checkout/pay`)).text();
    // A sandbox lists its test cards on every page.
    const listed = countIn(await pageHtml());
    await checkout.payWithBadCard();
    await expect(checkout.declined).toBeFocused();
    expect(countIn(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])))).toBe(0);
    expect(countIn(JSON.stringify(await context.cookies()))).toBe(0);
    expect(countIn(await pageHtml())).toBe(listed);
  });

  test("P49, 45: reports a connection problem while offline, keeps the input, and pays when online", {
    tag: ["@buys", "@phone-in-full", "@plain"],
  }, async ({ page, context, env, checkout, places, tickets }) => {
    await checkout.typeCard(env.goodCard);
    const typed = await checkout.card.number.inputValue();
    await context.setOffline(true);
    await checkout.payButton.click();
    await expect(checkout.connectionProblem).toBeVisible();
    await expectAccessible(page, "offline");
    await expect(checkout.card.number).toHaveValue(typed);
    await context.setOffline(false);
    await places.paying();
    await checkout.payButton.click();
    await page.waitForURL(/\/sales\//);
    await expect(tickets.codes).toHaveCount(1);
  });

  test("P04: while it pays nothing on the page can be used, it says what to do at once, after 5 and after 15 seconds, and it is never blank", {
    tag: ["@buys", "@phone-in-full"],
  }, async ({ page, env, checkout, places, tickets }) => {
    const said = (key: string) => page.getByRole("status").filter({ hasText: text(`Pay.${key}`) });
    const stay = said("stay");
    await page.clock.install();
    await page.reload();
    await checkout.timerRuns();
    const inputs = [checkout.card.number, checkout.card.name, checkout.edit.first()];
    await checkout.typeCard(env.goodCard);
    for (const input of inputs) expect(await input.evaluate(takesFocus)).toBe(true);
    await expect(stay).toHaveCount(0);

    const answer = Promise.withResolvers<void>();
    await page.route(/\/checkout\/pay$/, async (route) => {
      if (route.request().method() === "POST") await answer.promise;
      await route.continue();
    });
    await places.paying();
    let passed = 0;
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
    await checkout.payButton.click();
    await expect(stay).toBeVisible();
    for (const input of inputs) expect(await input.evaluate(takesFocus)).toBe(false);
    for (const [seconds, key] of [
      [4.9, "stay"],
      [5.1, "stillPaying"],
      [14.9, "stillPaying"],
      [15.1, "noAnswerYet"],
    ] as const) {
      await page.clock.fastForward((seconds - passed) * 1000);
      passed = seconds;
      await expect(said(key)).toBeVisible();
    }
    await page.clock.resume();
    const texts = await recordTexts(page);
    answer.resolve();
    await page.waitForURL(/\/sales\//);
    await expect(tickets.codes.first()).toBeVisible();
    expect(texts.length).toBeGreaterThan(0);
    expect(texts).not.toContain("");
  });

  test("P49, 23: while the reservation is expired nothing can be paid, and afterwards what was typed is there again", {
    tag: ["@expiry", "@phone-in-full"],
  }, async ({ page, env, cart, checkout, places }) => {
    await page.clock.install();
    await page.reload();
    await checkout.timerRuns();
    await checkout.typeCard(env.goodCard);
    const typed = await checkout.card.number.inputValue();
    await checkout.forwardUntilLeft(-60);
    await expect(checkout.expiredHeading).toBeVisible();
    await page.clock.resume();
    await expect(cart.expired.getByText(/^1 × /)).toHaveCount(1);
    await expect(checkout.card.number).toBeHidden();
    await expect(checkout.payButton).toBeHidden();
    await expect(page.getByText(text("Pay.voucher.use"))).toBeHidden();

    await places.take(1);
    await cart.reserveTicketsAgain.click();
    await expect(checkout.expiredHeading).toBeHidden();
    await expect(checkout.card.number).toHaveValue(typed);
    await expect(checkout.payButton).toBeVisible();
  });

  test("44: removes the card number from the document after a client-side navigation", {
    tag: "@phone-in-full",
  }, async ({ page, checkout }) => {
    await checkout.card.number.fill("4111 1111 1111 1111");
    await checkout.edit.first().click();
    await expect(page).not.toHaveURL(/\/pay$/);
    await expect(checkout.firstName).toBeVisible();
    expect(
      await page.evaluate(() => [...document.querySelectorAll("input")].map(({ value }) => value).join()),
    ).not.toContain("4111");
  });
});

test("38: on a phone one line on top names event, date and total, or the number of events, and opens the rest; the first screen has the first field and the card number", {
  tag: ["@purchase", "@phone-in-full"],
}, async ({ page, anyTickets, buyer, checkout }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const first = await anyTickets.reserve();
  const line = checkout.review.locator("summary");
  await expect(line).toContainText(first.eventName);
  await expect(line).toContainText(/\d/);
  expect((await spanOf(line)).bottom - (await spanOf(line)).top, "one line").toBeLessThan(90);
  const second = await anyTickets.reserve(1, { besides: [first] });
  const isAbove = async (upper: Locator, lower: Locator) =>
    expect.poll(async () => (await spanOf(upper)).bottom <= (await spanOf(lower)).top).toBe(true);
  const isOnFirstScreen = async (shown: Locator) => {
    await page.evaluate(() => window.scrollTo(0, 0));
    expect((await spanOf(shown)).bottom).toBeLessThanOrEqual(844);
  };
  await expect(page.getByRole("heading", { level: 1 })).toContainText(text("Pay.step", { step: 1, steps: 2 }));
  await isOnFirstScreen(checkout.firstName);
  await isAbove(checkout.review, checkout.firstName);
  await checkout.submitDetails(buyer);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(text("Pay.step", { step: 2, steps: 2 }));
  await isOnFirstScreen(checkout.card.number);

  await isAbove(checkout.review, checkout.card.number);
  await expect(line).toContainText(text("Cart.events", { count: 2 }));
  const seen = (words: string) => page.getByRole("main").getByText(words, { exact: true }).filter({ visible: true });
  await expect(seen(await checkout.total()), "the total is said once").toHaveCount(1);
  await line.click();
  for (const { eventName } of [first, second]) await expect(seen(eventName)).toHaveCount(1);
});

test("orders tickets of a free event without a card", {
  tag: ["@purchase", "@service", "@buys", "@phone-in-full"],
}, async ({ page, checkout, tickets, putOnSaleAndReserve }) => {
  await putOnSaleAndReserve("Open Day", { ticketTypes: [{ name: "Entry", price: "0.00" }] });
  await checkout.firstName.fill("Ada");
  await checkout.lastName.fill("Lovelace");
  await checkout.email.fill("ada@example.com");
  await expect(page.getByText(like("Details.seller"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("Details.title"));
  await page.getByRole("button", { name: text("Details.getTickets") }).click();
  await page.waitForURL(/\/sales\//);
  await expect(tickets.codes).toHaveCount(1);
});

/** Returns the upper and the lower edge in the viewport. */
async function spanOf(shown: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error("The element is not shown.");
  return { top: box.y, bottom: box.y + box.height };
}

/** Moves the focus to an element, and returns whether it takes it: in an inert part of a page none does. */
function takesFocus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus();
  return document.activeElement === element;
}
