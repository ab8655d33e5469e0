import type { BrowserContext, Page } from "@playwright/test";
import { ADA, checkoutPage } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import en from "#messages/en.json" with { type: "json" };

const VISIT = "__Host-foyer";
const messages = en.TicketsQuestion;

async function visitCookie(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === VISIT);
  if (cookie === undefined) throw new Error("There is no cart cookie.");
  return cookie;
}

test("P20: a planted cart cookie reveals to the attacker that the cart is paid, but none of the tickets", {
  tag: ["@purchase", "@service", "@phone-in-full"],
}, async ({ browser, page, context, checkout, tickets, putOnSaleAndReserve }) => {
  test.slow();
  await putOnSaleAndReserve("The Alchemist", { quantity: 2 });
  const planted = await visitCookie(context);
  const attacker = await browser.newContext();
  await attacker.addCookies([planted]);
  const attackerPage = await attacker.newPage();

  // The victim's browser has the same cookie and continues with it.
  await page.goto("/en/checkout");
  await checkout.submitDetails();
  expect((await visitCookie(context)).value).not.toBe(planted.value);
  await attackerPage.goto(new URL("/en/cart", page.url()).href);
  await expect(attackerPage.getByText("The Alchemist")).toHaveCount(0);
  expect(await (await attackerPage.request.get(new URL("/api/open-cart", page.url()).href)).json()).toEqual({
    cart: null,
  });

  const beforePay = await visitCookie(context);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(2);
  expect((await visitCookie(context)).value).not.toBe(beforePay.value);

  for (const cookie of [planted, beforePay]) {
    await attacker.clearCookies();
    await attacker.addCookies([cookie]);
    for (const path of [
      "/en/checkout",
      "/en/checkout/pay",
      "/en/checkout/pay/checking",
      "/en/checkout/receipt",
      "/en/cart",
    ]) {
      await attackerPage.goto(new URL(path, page.url()).href);
      await expect(attackerPage.getByRole("heading", { level: 1 })).not.toHaveText(en.Sale.going);
      expect(attackerPage.url(), path).not.toMatch(/\/sales\//);
      expect(await attackerPage.content(), path).not.toMatch(/\/sales\/[\w-]+\./);
    }
    await attackerPage.goto(new URL("/en/checkout", page.url()).href);
    await expect(attackerPage.getByRole("heading", { level: 1, name: messages.title })).toBeVisible();
    for (const guess of ["grace@example.com", "not an email"]) {
      await attackerPage.getByLabel(messages.email).fill(guess);
      await attackerPage.getByRole("button", { name: messages.send }).click();
      await expect(attackerPage.getByRole("alert", { name: messages.problem })).toContainText(messages.wrong);
      await expect(attackerPage.getByLabel(messages.email)).toHaveValue(guess);
    }
  }
  await attacker.close();
});

test("P20: an older cookie that submits details before the buyer's next page does not become the buyer", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ browser, page, context, env, putOnSaleAndReserve }) => {
  test.slow();
  await putOnSaleAndReserve("The Atheist’s Tragedy", { quantity: 2 });
  const planted = await visitCookie(context);
  const checkoutAddress = new URL("/en/checkout", page.url()).href;
  const [buyer, attacker] = [await withoutScript(), await withoutScript()];
  const [form, attack] = [checkoutPage(buyer, env), checkoutPage(attacker, env)];

  // The attacker submits other details between the answer to the buyer's details and the buyer's next page. A followed
  // redirect bypasses page.route, so the attacker's answer is aborted before it reaches the browser.
  await attacker.goto(checkoutAddress);
  const answered = Promise.withResolvers<number>();
  await attacker.route("**/en/checkout", async (route) => {
    answered.resolve((await route.fetch({ maxRedirects: 0 })).status());
    return route.abort();
  });
  let isAttacked = false;
  await buyer.route("**/en/checkout", async (route) => {
    if (route.request().method() !== "POST" || isAttacked) return route.continue();
    isAttacked = true;
    const response = await route.fetch({ maxRedirects: 0 });
    await attack.firstName.fill("Mallory");
    await attack.lastName.fill("Malory");
    await attack.email.fill("mallory@example.com");
    await attack.toPayment.click({ noWaitAfter: true });
    expect(await answered.promise).toBe(303);
    return route.fulfill({ response });
  });
  await buyer.goto(checkoutAddress);
  await form.submitDetails();
  await form.payWith(env.goodCard);
  await buyer.waitForURL(/\/checkout$/);
  await form.submitDetails();
  await form.payWithGoodCard();
  await expect(buyer.getByText("Ada Lovelace").first()).toBeVisible();
  await expect(buyer.getByText("Mallory")).toHaveCount(0);
  for (const tab of [buyer, attacker]) await tab.context().close();

  async function withoutScript(): Promise<Page> {
    const copy = await browser.newContext({ javaScriptEnabled: false });
    await copy.addCookies([planted]);
    return copy.newPage();
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test("a browser that lost the payment's answer learns that the cart is paid, and gets the tickets for the email", {
      tag: ["@purchase", "@service", "@phone-in-full"],
    }, async ({ browser, page, context, checkout, tickets, putOnSaleAndReserve }) => {
      test.slow();
      await putOnSaleAndReserve("Volpone");
      await checkout.submitDetails();
      const beforePay = await visitCookie(context);
      await checkout.payWithGoodCard();
      const code = await tickets.scan(0);

      const lost = await browser.newContext({ javaScriptEnabled });
      await lost.addCookies([beforePay]);
      const tab = await lost.newPage();
      await tab.goto(new URL("/en/checkout/pay", page.url()).href);
      await expect(tab).toHaveURL(/\/checkout\/tickets$/);
      if (javaScriptEnabled) await expectAccessible(tab, "whose tickets are these");
      await tab.getByRole("button", { name: messages.send }).click();
      await expect(tab.getByRole("alert", { name: messages.problem })).toContainText(messages.missing);
      if (javaScriptEnabled) await expectAccessible(tab, "whose tickets are these, with an error");
      await tab.getByLabel(messages.email).fill(ADA.email.toUpperCase());
      await tab.getByRole("button", { name: messages.send }).click();
      await tab.waitForURL(/\/sales\//);
      const shown = `${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase();
      await expect(tab.getByText(shown).first()).toBeAttached();
      // The browser now has a cookie for the payment.
      await tab.goto(new URL("/en/checkout", page.url()).href);
      await expect(tab).toHaveURL(/\/sales\//);
      await lost.close();
    });
  });
}
