import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";

const VISIT = /(^|-)foyer$/;
const { language, text } = words;

async function visitCookie(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => VISIT.test(name));
  if (cookie === undefined) throw new Error("There is no cart cookie.");
  return cookie;
}

test("P20: a planted cart cookie reveals to the attacker that the cart is paid, but none of the tickets", {
  tag: ["@purchase", "@buys", "@phone-in-full"],
}, async ({ browser, page, context, anyTickets, buyer, checkout, tickets }) => {
  test.slow();
  const { eventName } = await anyTickets.reserve(2);
  const planted = await visitCookie(context);
  const attacker = await browser.newContext();
  await attacker.addCookies([planted]);
  const attackerPage = await attacker.newPage();

  // The victim's browser has the same cookie and continues with it.
  await page.goto(`/${language}/checkout`);
  await checkout.submitDetails(buyer);
  expect((await visitCookie(context)).value).not.toBe(planted.value);
  await attackerPage.goto(new URL(`/${language}/cart`, page.url()).href);
  await expect(attackerPage.getByText(eventName)).toHaveCount(0);
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
      `/${language}/checkout`,
      `/${language}/checkout/pay`,
      `/${language}/checkout/pay/checking`,
      `/${language}/checkout/receipt`,
      `/${language}/cart`,
    ]) {
      await attackerPage.goto(new URL(path, page.url()).href);
      await expect(attackerPage.getByRole("heading", { level: 1 })).not.toHaveText(text("Sale.going"));
      expect(attackerPage.url(), path).not.toMatch(/\/sales\//);
      expect(await attackerPage.content(), path).not.toMatch(/\/sales\/[\w-]+\./);
    }
    await attackerPage.goto(new URL(`/${language}/checkout`, page.url()).href);
    await expect(attackerPage.getByRole("heading", { level: 1, name: text("TicketsQuestion.title") })).toBeVisible();
    for (const guess of ["grace@example.com", "not an email"]) {
      await attackerPage.getByLabel(text("TicketsQuestion.email")).fill(guess);
      await attackerPage.getByRole("button", { name: text("TicketsQuestion.send") }).click();
      await expect(attackerPage.getByRole("alert", { name: text("TicketsQuestion.problem") })).toContainText(
        text("TicketsQuestion.wrong"),
      );
      await expect(attackerPage.getByLabel(text("TicketsQuestion.email"))).toHaveValue(guess);
    }
  }
  await attacker.close();
});

test("P20: a planted cookie of a visit takes no tickets of the next visitor", { tag: ["@purchase", "@once"] }, async ({
  browser,
  page,
  context,
  places,
  anyTickets,
  cart,
}) => {
  await page.goto(`/${language}`);
  const planted = {
    name: cookieAt(page.url(), "foyer-allowed"),
    value: randomUUID(),
    url: new URL("/", page.url()).href,
  };
  await context.addCookies([planted]);
  const { eventId, ticketType } = await anyTickets.reserve(2);
  await cart.open();
  const total = await cart.total();

  const attacker = await browser.newContext();
  await attacker.addCookies([planted]);
  const attackerPage = await attacker.newPage();
  const attack = eventPage(attackerPage, places);
  await attackerPage.goto(new URL(`/${language}/events/${eventId}`, page.url()).href);
  await attack.choose(ticketType, 1);
  await attack.reserveTickets();
  await cart.open();
  expect(await cart.total()).toBe(total);
  await attacker.close();
});

test("P20: an older cookie that submits details before the buyer's next page does not become the buyer", {
  tag: ["@purchase", "@buys", "@once"],
}, async ({ browser, page, context, env, anyTickets, buyer: person }) => {
  test.slow();
  await anyTickets.reserve();
  const planted = await visitCookie(context);
  const checkoutAddress = new URL(`/${language}/checkout`, page.url()).href;
  const [buyer, attacker] = [await withoutScript(), await withoutScript()];
  const [form, attack] = [checkoutPage(buyer, env), checkoutPage(attacker, env)];

  // The attacker submits other details between the answer to the buyer's details and the buyer's next page. A followed
  // redirect bypasses page.route, so the attacker's answer is aborted before it reaches the browser.
  await attacker.goto(checkoutAddress);
  const answered = Promise.withResolvers<number>();
  await attacker.route(`**/${language}/checkout`, async (route) => {
    answered.resolve((await route.fetch({ maxRedirects: 0 })).status());
    return route.abort();
  });
  let isAttacked = false;
  await buyer.route(`**/${language}/checkout`, async (route) => {
    if (route.request().method() !== "POST" || isAttacked) return route.continue();
    isAttacked = true;
    const response = await route.fetch({ maxRedirects: 0 });
    await attack.fillDetails({ firstName: "Mallory", lastName: "Malory", email: "mallory@example.com" });
    await attack.toPayment.click({ noWaitAfter: true });
    expect(await answered.promise).toBe(303);
    return route.fulfill({ response });
  });
  await buyer.goto(checkoutAddress);
  await form.submitDetails(person);
  await form.typeCard(env.goodCard);
  await form.payButton.click();
  await buyer.waitForURL(/\/checkout$/);
  await form.submitDetails(person);
  await form.payWithGoodCard();
  await expect(buyer.getByText(`${person.firstName} ${person.lastName}`).first()).toBeVisible();
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
      tag: ["@purchase", "@buys", "@phone-in-full"],
    }, async ({ browser, page, context, anyTickets, buyer, checkout, tickets }) => {
      test.slow();
      await anyTickets.reserve();
      await checkout.submitDetails(buyer);
      const beforePay = await visitCookie(context);
      await checkout.payWithGoodCard();
      const code = await tickets.scan(0);

      const lost = await browser.newContext({ javaScriptEnabled });
      await lost.addCookies([beforePay]);
      const tab = await lost.newPage();
      await tab.goto(new URL(`/${language}/checkout/pay`, page.url()).href);
      await expect(tab).toHaveURL(/\/checkout\/tickets$/);
      await tab.getByRole("button", { name: text("TicketsQuestion.send") }).click();
      await expect(tab.getByRole("alert", { name: text("TicketsQuestion.problem") })).toContainText(
        text("TicketsQuestion.missing"),
      );
      if (javaScriptEnabled) await expectAccessible(tab, "whose tickets are these, with an error");
      await tab.getByLabel(text("TicketsQuestion.email")).fill(buyer.email.toUpperCase());
      await tab.getByRole("button", { name: text("TicketsQuestion.send") }).click();
      await tab.waitForURL(/\/sales\//);
      const shown = code.includes("-") ? `${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase() : code;
      await expect(tab.getByText(shown).first()).toBeAttached();
      // The browser now has a cookie for the payment.
      await tab.goto(new URL(`/${language}/checkout`, page.url()).href);
      await expect(tab).toHaveURL(/\/sales\//);
      await lost.close();
    });
  });
}
