import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("A gift voucher", { tag: ["@purchase", "@service", "@ledger", "@english"] }, () => {
  test("pays a part, and the card pays the rest that the button names", async ({
    page,
    serviceClient,
    sandbox,
    checkout,
    tickets,
    perProject,
    putOnSaleAndReserve,
  }) => {
    const { price, rest } = perProject({
      desktop: { price: "55.31", rest: "35.31" },
      phone: { price: "55.32", rest: "35.32" },
    });
    const { code, balance } = await serviceClient.createVoucher(20);
    await putOnSaleAndReserve("Cymbeline", { ticketTypes: [{ name: "Stalls", price }] });
    await checkout.submitDetails();
    await checkout.applyVoucher(code.toLowerCase());

    const review = page.getByRole("region", { name: "Review your order" });
    await expect(review.getByText("−$20.00")).toBeVisible();
    await expect(review.getByText(`$${rest}`)).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName(`Pay $${rest}`);
    await expectAccessible(page, "a voucher applied");
    expect(page.url()).not.toMatch(/voucher/i);
    expect(await page.content()).not.toContain(code);
    expect(await balance()).toBe(20);

    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.getByText(`Gift voucher $20.00, Card $${rest}`)).toBeVisible();
    expect(await balance()).toBe(0);
    expect((await sandbox.ledger(rest)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
  });

  test("pays for everything without a card", async ({
    page,
    serviceClient,
    checkout,
    tickets,
    putOnSaleAndReserve,
  }) => {
    const { code, balance } = await serviceClient.createVoucher(100);
    await putOnSaleAndReserve("Pericles");
    await checkout.submitDetails();
    await checkout.applyVoucher(code);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $47.50 by voucher");
    await expect(checkout.card.number).toHaveCount(0);
    await checkout.payButton.click();
    await page.waitForURL(/\/sales\//);
    await expect(tickets.codes).toHaveCount(1);
    expect(await balance()).toBe(52.5);
  });

  test("keeps its balance when the card is declined, and can be removed", async ({
    page,
    env,
    serviceClient,
    checkout,
    putOnSaleAndReserve,
  }) => {
    const { code, balance } = await serviceClient.createVoucher(20);
    await putOnSaleAndReserve("Coriolanus");
    await checkout.submitDetails();
    await checkout.applyVoucher(code);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $27.50");
    await checkout.payWith(env.badCard);
    await expect(checkout.declined).toBeFocused();
    expect(await balance()).toBe(20);
    await page.getByRole("button", { name: "Remove voucher" }).click();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $47.50");
    await checkout.payWithGoodCard();
    expect(await balance()).toBe(20);
  });

  test("that is not valid is refused beside its input, and the code is in no address", async ({
    page,
    serviceClient,
    checkout,
    putOnSaleAndReserve,
  }) => {
    await serviceClient.createVoucher(20);
    await putOnSaleAndReserve("Timon of Athens");
    await checkout.submitDetails();
    await checkout.applyVoucher("0000-0000-0000-0000");
    await expect(page.getByRole("alert").filter({ hasText: "This voucher can’t be used" })).toBeVisible();
    await expect(checkout.voucherCode).toHaveAccessibleDescription(/can’t be used/);
    await expectAccessible(page, "a voucher refused");
    expect(page.url()).not.toContain("0000");
    await expect(checkout.payButton).toHaveAccessibleName("Pay $47.50");
  });

  test("P49: keeps the typed card when a voucher is refused and when one is applied or removed", async ({
    page,
    serviceClient,
    env,
    checkout,
    putOnSaleAndReserve,
  }) => {
    const { code } = await serviceClient.createVoucher(20);
    await putOnSaleAndReserve("Cardenio");
    await checkout.submitDetails();
    await checkout.typeCard({ number: env.goodCard });
    await checkout.applyVoucher("0000-0000-0000-0000");
    await expect(checkout.voucherCode).toHaveAccessibleDescription(/can’t be used/);
    await expect(checkout.card.number).toHaveValue(env.goodCard);
    await expect(checkout.card.code).toHaveValue("123");
    await checkout.applyVoucher(code);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $27.50");
    await expect(checkout.card.number).toHaveValue(env.goodCard);
    await expect(checkout.card.name).toHaveValue("Ada Lovelace");
    await page.getByRole("button", { name: "Remove voucher" }).click();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $47.50");
    await expect(checkout.card.number).toHaveValue(env.goodCard);
  });

  test("that loses its balance before the press charges nothing, and the page shows the new amounts", async ({
    page,
    env,
    serviceClient,
    checkout,
    uniqueName,
    putOnSaleAndReserve,
  }) => {
    const { code, balance } = await serviceClient.createVoucher(30);
    await putOnSaleAndReserve("King John");
    await checkout.submitDetails();
    await checkout.applyVoucher(code);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $17.50");
    const price = { name: "Stalls", price: "25.00" };
    const other = await serviceClient.putOnSale({ name: uniqueName("Henry VIII"), ticketTypes: [price] });
    await serviceClient.spendVoucher(code, other.eventId, other.ticketTypeIds[0]?.[0] ?? 0, 25);
    await checkout.payWith(env.goodCard);
    await expect(page.getByRole("alert").filter({ hasText: "Your voucher has changed" })).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $42.50");
    expect(await balance()).toBe(5);
    await checkout.payWithGoodCard();
    expect(await balance()).toBe(0);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("is applied by a plain form and pays its part", async ({
      page,
      serviceClient,
      checkout,
      tickets,
      uniqueName,
    }) => {
      const { code, balance } = await serviceClient.createVoucher(20);
      const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Edward III") });
      await page.goto(`/en/events/${eventId}`);
      await page.locator(`[name="qty.${ticketTypeIds[0]?.[0]}"]`).fill("1");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(/\/checkout$/);
      await checkout.submitDetails();
      await checkout.applyVoucher(code);
      await expect(checkout.payButton).toHaveAccessibleName("Pay $27.50");
      await checkout.payWithGoodCard();
      await expect(tickets.codes).toHaveCount(1);
      expect(await balance()).toBe(0);
    });
  });
});
