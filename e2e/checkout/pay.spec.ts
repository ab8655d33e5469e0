import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
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
    await expect(checkout.review).toContainText(buyer.email);
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
    await expect(checkout.review).toContainText(buyer.email);
    expect(await checkout.total()).toBe(total);
  });

  test("P04, 41: does not show the form after Back from the tickets", { tag: ["@buys", "@phone-in-full"] }, async ({
    page,
    checkout,
  }) => {
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
    tag: ["@buys", "@phone-in-full"],
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

test("orders tickets of a free event without a card", {
  tag: ["@purchase", "@service", "@buys", "@phone-in-full"],
}, async ({ page, checkout, tickets, putOnSaleAndReserve }) => {
  await putOnSaleAndReserve("Open Day", { ticketTypes: [{ name: "Entry", price: "0.00" }] });
  await checkout.firstName.fill("Ada");
  await checkout.lastName.fill("Lovelace");
  await checkout.email.fill("ada@example.com");
  await expect(page.getByText(like("Details.seller"))).toBeVisible();
  await page.getByRole("button", { name: text("Details.getTickets") }).click();
  await page.waitForURL(/\/sales\//);
  await expect(tickets.codes).toHaveCount(1);
});
