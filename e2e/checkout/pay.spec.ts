import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Paying", { tag: ["@purchase", "@service", "@faults"] }, () => {
  test.beforeEach(async ({ checkout, putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("Love's Labour's Won", { quantity: 2 });
    await checkout.submitDetails();
  });

  test("P52, 38, 39: shows a review with the total and edit links, and the amount on the pay button", async ({
    page,
    checkout,
  }) => {
    const review = page.getByRole("group").filter({ hasText: "$95.00" }).first();
    await expect(review).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $95.00");
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    expect(await page.getByRole("link", { name: /edit|change/i }).count()).toBeGreaterThanOrEqual(1);
  });

  test("40: groups a pasted card number, and adapts the security code's hint to the card", async ({
    page,
    checkout,
  }) => {
    await checkout.card.number.fill("4111111111111111");
    await checkout.card.number.blur();
    await expect(checkout.card.number).toHaveValue("4111 1111 1111 1111");
    await expect(page.getByText(/3 digits/)).toBeVisible();
    await checkout.card.number.fill("3714");
    await expect(page.getByText(/4 digits/)).toBeVisible();
  });

  test("shows a field error for an invalid card number, and a decline for a valid one that is not a test card", async ({
    page,
    checkout,
  }) => {
    await checkout.payWith("4111 1111 1111 1112");
    await expect(page).toHaveTitle(/^Error: /);
    await checkout.payWith("4111 1111 1111 1004");
    await expect(checkout.declined).toBeFocused();
    await expect(page).toHaveURL(/\/checkout\/pay$/);
  });

  test("P04, 41: does not show the form after Back from the tickets", async ({ page, checkout }) => {
    await checkout.payWithGoodCard();
    await page.goBack();
    await expect(checkout.payButton).toHaveCount(0);
  });

  test("P01, 44: keeps no card number in cookies, storage or pages", async ({ page, context, checkout }) => {
    await checkout.payWith("4111 1111 1111 1129");
    await expect(checkout.declined).toBeFocused();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    const cookies = JSON.stringify(await context.cookies());
    const html = await (await context.request.get("/en/checkout/pay")).text();
    for (const text of [kept, cookies, html]) {
      expect(text.replace(/[ -]/g, "")).not.toContain("4111111111111129");
    }
  });

  test("P49, 45: reports a connection problem while offline, keeps the input, and pays when online", async ({
    page,
    context,
    env,
    checkout,
    tickets,
  }) => {
    await checkout.typeCard({ number: env.goodCard });
    await context.setOffline(true);
    await checkout.payButton.click();
    await expect(page.getByRole("alert").filter({ hasText: /connection/i })).toBeVisible();
    await expectAccessible(page, "offline");
    await expect(checkout.card.number).toHaveValue("4111 1111 1111 1111");
    await context.setOffline(false);
    await checkout.payButton.click();
    await page.waitForURL(/\/sales\//);
    await expect(tickets.codes).toHaveCount(2);
  });

  test("44: removes the card number from the document after a client-side navigation", async ({ page, checkout }) => {
    await checkout.card.number.fill("4111 1111 1111 1111");
    await page
      .getByRole("link", { name: /edit|change/i })
      .first()
      .click();
    await expect(page).not.toHaveURL(/\/pay$/);
    expect(
      await page.evaluate(() => [...document.querySelectorAll("input")].map(({ value }) => value).join()),
    ).not.toContain("4111");
  });
});

test("orders tickets of a free event without a card", { tag: ["@purchase", "@service"] }, async ({
  page,
  checkout,
  tickets,
  putOnSaleAndReserve,
}) => {
  await putOnSaleAndReserve("Open Day", { ticketTypes: [{ name: "Entry", price: "0.00" }] });
  await checkout.firstName.fill("Ada");
  await checkout.lastName.fill("Lovelace");
  await checkout.email.fill("ada@example.com");
  await expect(page.getByText(/^You are ordering from \S/)).toBeVisible();
  await page.getByRole("button", { name: "Get my tickets" }).click();
  await page.waitForURL(/\/sales\//);
  await expect(tickets.codes).toHaveCount(1);
});
