import { declinePage } from "#e2e/pages/decline.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { delayScripts } from "#e2e/support/delay-scripts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text, inText } = words;

/** A test card that pays, and whose refunds the processor refuses. */
const CARD_WITHOUT_REFUNDS = "4111111111111707";
const FULL = { untilHoursBefore: 24, percentage: 100, keepsFee: false };

test.describe("Returning tickets", { tag: ["@purchase", "@service"] }, () => {
  test("refunds a ticket within the policy to the card, once", { tag: ["@ledger", "@phone-in-full"] }, async ({
    page,
    buyer,
    checkout,
    tickets,
    perProject,
    money,
    sandbox,
    serviceClient,
    putOnSaleAndReserve,
  }) => {
    const amount = perProject({ desktop: "31.21", phone: "31.22" });
    const ticketTypes = [{ name: "Adult", price: amount }];
    const { eventId } = await putOnSaleAndReserve("All's Well That Ends Well", { quantity: 2, ticketTypes });
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: FULL });
    await checkout.buy(buyer);
    await expect(tickets.codes).toHaveCount(2);
    const order = page.url();

    await page.getByRole("link", { name: text("Refund.link") }).click();
    await expectAccessible(page, "returning tickets");
    const email = page.getByLabel(text("Refund.email"), { exact: true });
    const numbered = (number: number) =>
      page.getByRole("checkbox", { name: text("Sale.ticketPosition", { number, count: 2 }) });
    const first = numbered(1);
    await expect(numbered(2), "two equal tickets have names of their own").toHaveCount(1);
    await page.getByRole("button", { name: text("Refund.send") }).click();
    await expect(page.getByRole("alert", { name: text("Refund.problem") })).toContainText(text("Refund.chooseOne"));
    await expectAccessible(page, "returning tickets without a choice");

    await first.check();
    await email.fill("grace@example.com");
    const refund = page.getByRole("button", { name: text("Refund.sendAmount", { amount: money(amount) }) });
    await refund.click();
    const problem = page.getByRole("alert", { name: text("Refund.problem") });
    await expect(problem, "another email refunds nothing").toContainText(text("Refund.wrong"));
    expect((await sandbox.ledger(amount)).map(({ kind }) => kind)).toEqual([]);

    await expect(first).toBeChecked();
    await email.fill(buyer.email);
    await refund.click();
    await expect(page.getByRole("status").filter({ hasText: text("Refund.refundedText") })).toBeVisible();
    await expect(page.getByRole("status")).toContainText(
      text("Refund.refundedOf", { count: 1, amount: money(amount) }),
    );
    await expect(page).toHaveTitle(new RegExp(`^${text("Refund.made")}`));
    await page.getByText(text("Refund.another")).click();
    await expect(page.getByRole("checkbox")).toHaveCount(1);
    await expect(numbered(2)).toHaveCount(1);
    expect((await sandbox.ledger(amount)).map(({ kind }) => kind)).toEqual(["refund"]);

    await page.goto(order);
    await expect(tickets.codes).toHaveCount(1);
    await expect(tickets.receipt).toContainText(money(amount));
  });

  test("what a part of a group gives back is said before, with its reason, with and without script", {
    tag: ["@ledger", "@once", "@sandbox"],
  }, async ({ page, browser, buyer, checkout, event, tickets, money, sandbox, serviceClient, uniqueName }) => {
    const { eventId } = await serviceClient.putOnSale({
      name: uniqueName("The Two Noble Kinsmen"),
      ticketTypes: [{ name: "Adult", price: "31.24" }],
    });
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: FULL });
    const savings = "Group of four";
    const half = { discountType: "PACK_PRICE", discountAmount: 62.48 };
    await serviceClient.createPriceRule("multipack", { name: savings, quantity: 4, ...half, events: [eventId] });
    await event.open(eventId);
    await event.choose("Adult", 4);
    await event.reserveTickets();
    await checkout.buy(buyer);
    await expect(tickets.codes).toHaveCount(4);
    const order = page.url();

    await page.getByRole("link", { name: text("Refund.link") }).click();
    const says = page.getByRole("status");
    const boxes = page.getByRole("checkbox");
    const whole = text("Refund.quoteAll", { amount: money("62.48") });
    await boxes.nth(0).check();
    await expect(says).toContainText(text("Refund.quoteAmount", { amount: money("0.00") }));
    const three = { count: 3, price: money("93.72"), savings };
    await expect(says).toContainText(text("Refund.quoteRestWithout", three));
    await expect(says).toContainText(whole);
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    const amount = money("31.24");
    const one = text("Refund.quoteRestWithout", { count: 1, price: amount, savings });
    await expect(says).toContainText(one);
    await expectAccessible(page, "returning a part of a group");
    await page.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
    await page.getByRole("button", { name: text("Refund.sendAmount", { amount }) }).click();
    await expect(says).toContainText(text("Refund.refundedOf", { count: 3, amount }));

    const storageState = await page.context().storageState();
    const plain = await browser.newContext({ storageState, javaScriptEnabled: false });
    const other = await plain.newPage();
    await other.goto(`${order}/refund`);
    await other.getByRole("checkbox").check();
    await other.getByRole("button", { name: text("Refund.see"), exact: true }).click();
    await expect(other.getByText(text("Refund.quoteAmount", { amount }))).toBeVisible();
    expect(await sandbox.ledger("31.24"), "nothing is refunded before it was said").toHaveLength(1);
    await other.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
    await other.getByRole("button", { name: text("Refund.sendAmount", { amount }) }).click();
    await expect(other.getByText(text("Refund.refundedOf", { count: 1, amount }))).toBeVisible();
    expect((await sandbox.ledger("31.24")).map(({ kind }) => kind)).toEqual(["refund", "refund"]);
    await plain.close();
  });

  test("a refund that the processor refused is a new refund when it is tried again", {
    tag: ["@ledger", "@once", "@sandbox"],
  }, async ({ page, buyer, checkout, tickets, money, sandbox, serviceClient, putOnSaleAndReserve }) => {
    const amount = "31.23";
    const { eventId } = await putOnSaleAndReserve("Timon of Athens", {
      ticketTypes: [{ name: "Adult", price: amount }],
    });
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: FULL });
    await checkout.openPayment(buyer);
    await checkout.payWith(CARD_WITHOUT_REFUNDS);
    await page.waitForURL(/\/sales\//);
    await expect(tickets.codes).toHaveCount(1);

    // The button has the amount of what was chosen before its script ran.
    const deliver = await delayScripts(page);
    await page.goto(`${page.url()}/refund`, { waitUntil: "domcontentloaded" });
    await page.getByRole("checkbox").check();
    await page.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
    await expect(page.getByRole("button", { name: text("Refund.send"), exact: true })).toBeVisible();
    deliver();
    const refund = page.getByRole("button", { name: text("Refund.sendAmount", { amount: money(amount) }) });
    const problem = page.getByRole("alert").filter({ hasText: text("Refund.refused") });
    const formKey = page.locator('input[name="formKey"]');
    const before = await formKey.inputValue();
    await refund.click();
    await expect(problem).toBeVisible();
    await expect(formKey).not.toHaveValue(before);
    const first = await formKey.inputValue();
    await refund.click();
    // The service repeats its answer for the same key, and the form has a new one after each refusal.
    await expect(formKey).not.toHaveValue(first);
    await expect(formKey).toHaveValue(/^[0-9a-f-]{36}$/);
    await expect(problem).toBeVisible();
    expect((await sandbox.ledger(amount)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
  });

  test("a declined request is told to the buyer by mail and on the order, with the organiser's reason", {
    tag: ["@promoter", "@mail", "@buys", "@once", "@in-full"],
  }, async ({ page, env, buyer, checkout, tickets, mailbox, serviceClient, putOnSaleAndReserve }) => {
    const { eventId, name } = await putOnSaleAndReserve("Coriolanus");
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: null });
    await checkout.buy(buyer);
    await expect(tickets.codes).toHaveCount(1);
    const order = page.url();

    await page.getByRole("link", { name: text("Refund.link") }).click();
    await page.getByRole("checkbox").check();
    await page.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
    const reason = page.getByLabel(text("Refund.reason"));
    const send = page.getByRole("button", { name: text("Refund.sendRequest") });
    await send.click();
    await expect(reason).toHaveAccessibleDescription(text("Refund.reasonMissing"));
    await reason.fill("My sister marries.\n\nIn Rome.");
    await expect(reason, "an error goes with its correction").not.toHaveAccessibleDescription(/./);
    await send.click();
    await expect(page.getByRole("status").filter({ hasText: text("Refund.requested") })).toBeVisible();
    await page.getByText(text("Refund.another")).click();
    await expect(page.getByRole("checkbox", { name: text("Refund.asked") })).toBeVisible();
    await page.goto(order);
    await expect(page.getByText(inText("Refund.requestOpen"))).toBeVisible();

    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: text("RefundRequests.title") })
      .click();
    const request = page.getByRole("listitem").filter({ hasText: name });
    await expect(request.getByRole("button", { name: inText("RefundRequests.refund") }).first()).toHaveAccessibleName(
      /47[.,]50/,
    );
    await expect(request).toContainText(text("RefundRequests.noPolicy"));
    expect(await request.innerText()).toContain("My sister marries.\n\nIn Rome.");
    await expectAccessible(page, "an open refund request");
    await request.getByRole("link", { name: text("RefundRequests.decline") }).click();
    const decline = declinePage(page);
    await decline.preview.click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(text("Reasons.reason.required"));
    await decline.reason.fill("The play is sold out & over <soon>.");
    await decline.preview.click();
    await expect(decline.letter).toContainText("The play is sold out & over <soon>.");
    await expectAccessible(page, "what a buyer reads about a declined request");
    expect(await mailbox.messagesTo(buyer.email, { subject: inText("Mail.refundDeclined.subject") })).toEqual([]);
    await decline.send.click();
    await expect(page.getByRole("status").filter({ hasText: text("RefundRequests.declined") })).toBeVisible();
    await expect(request).toHaveCount(0);
    await page.getByRole("link", { name: text("RefundRequests.past") }).click();
    await expect(request).toContainText(text("RefundRequests.DECLINED"));
    await expect(request).toContainText("The play is sold out & over <soon>.");
    await expect(request, "a decided request keeps its sum").toContainText(/47[.,]50/);
    await expect(request).toContainText(inText("Sale.order"));

    const declined = await mailbox.messageTo(buyer.email, { subject: inText("Mail.refundDeclined.subject") });
    expect(declined.text).toContain("The play is sold out & over <soon>.");
    expect(declined.to).toEqual([buyer.email]);
    await page.goto(order);
    await expect(tickets.codes, "the tickets stay valid").toHaveCount(1);
    await expect(page.getByText("The play is sold out & over <soon>.")).toBeVisible();
    await expectAccessible(page, "an order with a declined request");
  });

  test("what a disabled voucher would get back is the promoter's to give, who reads by whom it was disabled and sends a new one or leaves it", {
    tag: ["@promoter", "@mail", "@buys", "@once"],
  }, async ({ page, browser, env, buyer, checkout, tickets, mailbox, serviceClient, putOnSaleAndReserve }) => {
    const voucher = await serviceClient.createVoucher(100);
    const { eventId, name } = await putOnSaleAndReserve("Cardenio", { quantity: 2 });
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: FULL });
    await checkout.openPayment(buyer);
    await checkout.applyVoucher(voucher.code);
    await page.getByRole("button", { name: inText("Pay.voucher.pay") }).click();
    await expect(tickets.codes).toHaveCount(2);
    const order = page.url();
    await voucher.disable();

    await page.getByRole("link", { name: text("Refund.link") }).click();
    await page.getByRole("checkbox").first().check();
    await page.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
    await page.getByRole("button", { name: inText("Refund.sendAmount") }).click();
    await expect(page.getByRole("status").filter({ hasText: text("Refund.askedVoucher") })).toBeVisible();
    await page.goto(order);
    await expect(tickets.codes, "nothing is refunded yet").toHaveCount(2);

    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: text("RefundRequests.title") })
      .click();
    const request = page.getByRole("listitem").filter({ hasText: name });
    await expect(request).toContainText(inText("RefundRequests.voucherDisabledBy"));
    const refund = request.getByRole("button", { name: inText("RefundRequests.refund") }).first();
    await expect(refund).toHaveAccessibleDescription(inText("RefundRequests.voucherIfRefunded"));
    await expectAccessible(page, "a request about a disabled voucher");
    await refund.click();
    await expect(page.getByRole("status").filter({ hasText: text("RefundRequests.decided") })).toBeVisible();
    await page.getByRole("link", { name: text("RefundRequests.past") }).click();
    await expect(request).toContainText(text("RefundRequests.APPROVED"));
    await mailbox.messageTo(buyer.email, { subject: text("Mail.voucher.subject") });
    expect(await voucher.balance()).toBe(5);

    await serviceClient.call("PUT", `/event/${eventId}/cancel`, { refund: "all" });
    // The job runs in the background.
    await expect(async () => {
      await page.goto(order);
      await expect(tickets.receipt).toContainText(text("Sale.voucherWaiting"), { timeout: 1_000 });
    }).toPass();
    const told = async () =>
      (await mailbox.messagesTo(buyer.email, { subject: inText("Mail.refunded.subject") }))
        .map((one) => one.text)
        .join();
    await expect.poll(told).toMatch(inText("Mail.refunded.voucherWaits"));

    const storageState = await page.context().storageState();
    const plain = await browser.newContext({ storageState, javaScriptEnabled: false });
    const list = await plain.newPage();
    await list.goto(new URL(`/${language}/promoter/refunds`, order).href);
    const back = list
      .getByRole("listitem")
      .filter({ hasText: name })
      .filter({ hasText: text("RefundRequests.byVoucher") });
    await expect(back).toContainText(inText("RefundRequests.voucherDisabledBy"));
    await back.getByRole("button", { name: text("RefundRequests.leave"), exact: true }).click();
    await list.getByRole("link", { name: text("RefundRequests.past") }).click();
    await expect(back).toContainText(text("RefundRequests.LEFT"));
    await plain.close();
    expect(await voucher.balance()).toBe(52.5);
    await page.goto(order);
    await expect(tickets.receipt).toContainText(text("Sale.voucherLeft"));
  });
});
