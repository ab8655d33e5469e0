import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { expect, test } from "./translated.ts";

const { text } = words;

const WRONG_VOUCHER = "0000-0000-0000-0000";

// Other engines write notes of their own on the console.
test.describe("In a browser that translates", {
  tag: ["@purchase", "@service", "@buys", "@sandbox", "@chromium", "@phone-in-full"],
}, () => {
  test("codes, quantities, errors, a voucher and both cards lead to tickets, and a name on one is changed", {
    tag: "@in-full",
  }, async ({ page, translated, press, serviceClient, event, cart, checkout, tickets, buyer, money, uniqueName }) => {
    test.slow();
    const name = uniqueName("The Alchemist");
    const { eventId } = await serviceClient.putOnSale({
      name,
      ticketTypes: [{ name: "Adult", price: "40.00" }],
      dates: [1, 2, 3, 4, 5, 6, 7, 8].map((days) => wallTime(days)),
    });
    const code = `TEN${eventId}`;
    const discount = { name: "Ten off", kind: "PER_TICKET", percentage: 10, events: [eventId] };
    await serviceClient.createPriceRule("discount", discount, [{ text: code }]);
    const voucher = await serviceClient.createVoucher(20);
    const unknown = page.getByText(text("Cart.code.UNKNOWN", { code: "NONESUCH" }));

    await event.open(eventId);
    await press(page.getByText(text("Event.picker.haveCode")));
    const field = page.getByLabel(text("Event.picker.code"), { exact: true });
    for (const [typed, answer] of [
      ["NONESUCH", unknown],
      [code, page.getByText(text("Event.codeShowsNothing"))],
    ] as const) {
      await field.fill(typed);
      await press(page.getByRole("button", { name: text("Event.picker.applyCode") }));
      await expect(answer).toBeVisible();
    }
    for (const word of ["allDates", "closeDates", "allDates"])
      await press(page.getByRole("button", { name: text(`Event.picker.${word}`) }));
    await translated();
    // A choice by pointer closes the months.
    await page.locator('input[type="radio"][name="day"]:enabled').last().click({ force: true });
    for (const button of [event.more("Adult"), event.more("Adult"), event.more("Adult"), event.fewer("Adult")])
      await press(button);
    await expect(page.getByText(money("80.00"))).toBeVisible();
    await translated();
    await event.reserveTickets();

    await press(checkout.toPayment);
    await expect(checkout.problem).toBeFocused();
    await checkout.fillBuyer({ ...buyer, email: "jo@gmial.com" });
    await checkout.email.blur();
    await press(page.getByRole("button", { name: text("Details.useIt") }));
    await expect(checkout.email).toHaveValue("jo@gmail.com");
    await checkout.email.fill(buyer.email);
    await press(checkout.toPayment);
    await page.waitForURL(/\/checkout\/pay$/);

    await translated();
    await cart.open();
    await translated();
    await cart.enterCode(`NONESUCH`);
    await expect(unknown).toBeVisible();
    await press(cart.more("Adult, Floor"));
    await expect(cart.line("Adult, Floor")).toContainText("3");
    await expect(cart.linkWith(3)).toBeVisible();
    await expect(cart.summary).toContainText(money("108.00"));
    await press(page.getByRole("button", { name: text("Cart.code.removeOf", { code }) }));
    await expect(cart.summary).not.toContainText("Ten off");
    await translated();
    await cart.remove(name);
    await press(cart.undo);
    await expect(cart.line("Adult, Floor")).toContainText("3");
    await press(page.getByRole("main").getByText(text("Cart.release"), { exact: true }).first());
    await press(page.getByRole("button", { name: text("Cart.releaseConfirm") }));
    await press(cart.undo);
    await expect(cart.line("Adult, Floor")).toContainText("3");
    await press(cart.checkOut);
    await press(checkout.toPayment);
    await page.waitForURL(/\/checkout\/pay$/);

    const isToPay = async (amount: string) => {
      await translated();
      await expect(checkout.payButton).toHaveAccessibleName(text("Pay.pay", { total: money(amount) }));
      await expect(checkout.review).toContainText(money(amount));
    };
    await isToPay("120.00");
    await checkout.applyVoucher(WRONG_VOUCHER);
    await expect(page.getByText(text("Pay.voucher.refusal.not_valid"))).toBeVisible();
    await translated();
    await checkout.applyVoucher(voucher.code);
    await isToPay("100.00");
    await press(page.getByRole("button", { name: text("Pay.voucher.remove") }));
    await isToPay("120.00");
    await press(checkout.payButton);
    await expect(checkout.problem).toBeFocused();
    await translated();
    await checkout.payWithBadCard();
    await expect(checkout.declined).toBeFocused();
    await isToPay("120.00");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(3);

    const change = page
      .locator("summary")
      .filter({ hasText: text("Rename.change") })
      .first();
    const save = page.getByRole("button", { name: text("Rename.save") }).first();
    const holder = page.getByLabel(text("Rename.label")).first();
    await press(change);
    await holder.fill("see www.evil.example");
    await press(save);
    await expect(holder).toHaveAccessibleDescription(text("Rename.missing"));
    await holder.fill("Kiri Rangi");
    await press(save);
    await expect(page.getByText(text("Rename.saved"), { exact: true })).toBeVisible();
    await press(page.getByRole("button", { name: text("Sale.offline.remove") }));
    await translated();
  });
});

test.describe("A fault of the payment page", {
  tag: ["@purchase", "@service", "@buys", "@sandbox", "@phone-in-full"],
}, () => {
  test("leads to the page that asks for the outcome, and says nothing about money", async ({
    page,
    env,
    checkout,
    putOnSaleAndReserve,
  }) => {
    test.slow();
    await putOnSaleAndReserve("The Devil Is an Ass");
    await checkout.openPayment();
    await checkout.typeCard(env.goodCard);
    // The payment is made, and its answer never arrives.
    const paid = Promise.withResolvers<void>();
    await page.route("**/checkout/pay", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      paid.resolve();
    });
    await checkout.timerRuns();
    // React removes what is below the button while it pays, and throws where that is gone.
    const foot = page.getByRole("main").getByRole("link", { name: text("Pay.toCart") });
    await foot.evaluate((link) => link.closest("div")?.remove());
    await checkout.payButton.click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert.getByRole("heading")).toHaveText(text("Errors.errorTitle"));
    await expect(alert.getByRole("paragraph")).toHaveText(text("Pay.fault.text"));
    await paid.promise;
    const checking = page.waitForRequest(/\/checkout\/pay\/checking/);
    await alert.getByRole("button", { name: text("Pay.fault.check") }).click();
    await checking;
    // Whose page broke may not be known as the buyer: the tickets are shown, or the buyer's email is asked for first.
    await page.waitForURL(/\/(sales|checkout\/tickets)/);
  });
});
