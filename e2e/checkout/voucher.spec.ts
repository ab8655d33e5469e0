import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, inText } = words;

test.describe("A gift voucher", { tag: ["@purchase", "@service", "@ledger"] }, () => {
  test("pays a part, and the card pays the rest that the button names", { tag: "@phone-in-full" }, async ({
    page,
    serviceClient,
    sandbox,
    checkout,
    tickets,
    perProject,
    putOnSaleAndReserve,
    money,
  }) => {
    const { price, rest } = perProject({
      desktop: { price: "55.31", rest: "35.31" },
      phone: { price: "55.32", rest: "35.32" },
    });
    const { code, balance } = await serviceClient.createVoucher(20);
    await putOnSaleAndReserve("Cymbeline", { ticketTypes: [{ name: "Stalls", price }] });
    await checkout.openPayment();
    await checkout.applyVoucher(code.toLowerCase());

    await expect(checkout.review.getByText(money("-20.00"))).toBeVisible();
    await checkout.showsRestByCard(money(rest));
    expect(page.url()).not.toMatch(/voucher/i);
    expect(await page.content()).not.toContain(code);
    expect(await balance()).toBe(20);

    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await expect(tickets.receipt).toContainText(`${text("Sale.methodVoucher")} ${money("20.00")}`);
    await expect(tickets.receipt).toContainText(`${text("Sale.methodCard")} ${money(rest)}`);
    expect(await balance()).toBe(0);
    expect((await sandbox.ledger(rest)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
  });

  test("P49: typed before or after the card it loses nothing: refused, applied, removed, and with the card declined", {
    tag: "@phone-in-full",
  }, async ({ page, env, serviceClient, checkout, putOnSaleAndReserve, money }) => {
    const { code, balance } = await serviceClient.createVoucher(20);
    await putOnSaleAndReserve("Coriolanus");
    const whole = await serviceClient.createVoucher(100);
    await checkout.openPayment();
    await page.getByText(text("Pay.voucher.use")).click();
    await expect(checkout.voucherCode).toBeFocused();
    await checkout.typeVoucher("0000-0000-0000-0000");
    await checkout.payWithBadCard();
    await expect(checkout.declined).toBeFocused();
    await expect(checkout.voucherCode).toHaveValue("0000-0000-0000-0000");
    await checkout.card.code.fill("123");
    await page.getByRole("button", { name: text("Pay.voucher.apply") }).click();
    await expect(page.getByRole("alert").filter({ hasText: text("Pay.voucher.refusal.not_valid") })).toBeVisible();
    await expect(checkout.voucherCode).toHaveAccessibleDescription(inText("Pay.voucher.refusal.not_valid"));
    await expectAccessible(page, "a voucher refused");
    expect(page.url()).not.toContain("0000");
    await checkout.showsTotal(money("47.50"));
    await expect(checkout.card.number).toHaveValue(env.badCard.number);
    await expect(checkout.card.code).toHaveValue("123");

    await checkout.applyVoucher(code);
    await checkout.showsRestByCard(money("27.50"));
    await expect(checkout.card.number).toHaveValue(env.badCard.number);
    await expect(checkout.card.name).toHaveValue("Ada Lovelace");
    await checkout.payButton.click();
    await expect(checkout.declined).toBeFocused();
    expect(await balance()).toBe(20);

    await page.getByRole("button", { name: text("Pay.voucher.remove") }).click();
    await checkout.showsTotal(money("47.50"));
    await checkout.applyVoucher(whole.code);
    await expect(checkout.card.number).toBeHidden();
    await expect(checkout.declined, "no card is asked for").toBeHidden();
    await page.getByRole("button", { name: text("Pay.voucher.remove") }).click();
    await checkout.showsTotal(money("47.50"));
    await expect(checkout.card.number).toHaveValue(env.badCard.number);
    await checkout.payWithGoodCard();
    expect(await balance()).toBe(20);
  });

  test("that loses its balance before the press charges nothing, and the page shows the new amounts", {
    tag: "@phone-in-full",
  }, async ({ page, env, serviceClient, checkout, uniqueName, putOnSaleAndReserve, money }) => {
    const { code, balance } = await serviceClient.createVoucher(30);
    await putOnSaleAndReserve("King John");
    await checkout.openPayment();
    await checkout.applyVoucher(code);
    await checkout.showsRestByCard(money("17.50"));
    const price = { name: "Stalls", price: "25.00" };
    const other = await serviceClient.putOnSale({ name: uniqueName("Henry VIII"), ticketTypes: [price] });
    await serviceClient.spendVoucher(code, other.eventId, other.ticketTypeIds[0]?.[0] ?? 0, 25);
    await checkout.payWith(env.goodCard.number);
    await expect(page.getByRole("alert").filter({ hasText: text("Pay.refusal.voucher_refused") })).toBeVisible();
    await checkout.showsRestByCard(money("42.50"));
    expect(await balance()).toBe(5);
    await checkout.payWithGoodCard();
    expect(await balance()).toBe(0);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("is applied by a plain form and pays its part", { tag: "@phone-in-full" }, async ({
      serviceClient,
      checkout,
      tickets,
      uniqueName,
      money,
      event,
    }) => {
      const { code, balance } = await serviceClient.createVoucher(20);
      const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Edward III") });
      await event.reserveWithoutScript(eventId, ticketTypeIds[0]?.[0] ?? 0, 1);
      await checkout.openPayment();
      await checkout.applyVoucher(code);
      await checkout.showsRestByCard(money("27.50"));
      await checkout.payWithGoodCard();
      await expect(tickets.codes).toHaveCount(1);
      expect(await balance()).toBe(0);
    });
  });
});
