import type { BrowserContext, Page } from "@playwright/test";
import { ADA, checkoutPage } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import en from "#messages/en.json" with { type: "json" };

const VISIT = "__Host-foyer";
const words = en.TicketsQuestion;

async function visitCookie(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === VISIT);
  if (cookie === undefined) throw new Error("There is no cart cookie.");
  return cookie;
}

test("P20: whoever plants a cart cookie sees that the cart was paid, and none of the tickets", {
  tag: ["@purchase", "@sandbox-only", "@phone-in-full"],
}, async ({ browser, page, context, serviceClient, event, checkout, tickets, uniqueName }) => {
  test.slow();
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Alchemist") });
  await event.open(eventId);
  await event.choose("General admission", 2);
  await event.reserveTickets();
  const planted = await visitCookie(context);
  const attacker = await browser.newContext();
  await attacker.addCookies([planted]);
  const theirs = await attacker.newPage();

  // The victim's browser has the same cookie, and goes on with it.
  await page.goto("/en/checkout");
  await checkout.submitDetails();
  expect((await visitCookie(context)).value).not.toBe(planted.value);
  await theirs.goto(new URL("/en/cart", page.url()).href);
  await expect(theirs.getByText("The Alchemist")).toHaveCount(0);
  expect(await (await theirs.request.get(new URL("/api/cart", page.url()).href)).json()).toEqual({ cart: null });

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
      await theirs.goto(new URL(path, page.url()).href);
      await expect(theirs.getByRole("heading", { level: 1 })).not.toHaveText(en.Sale.going);
      expect(theirs.url(), path).not.toMatch(/\/sales\//);
      expect(await theirs.content(), path).not.toMatch(/\/sales\/[\w-]+\./);
    }
    await theirs.goto(new URL("/en/checkout", page.url()).href);
    await expect(theirs.getByRole("heading", { level: 1, name: words.title })).toBeVisible();
    for (const guess of ["grace@example.com", "nobody"]) {
      await theirs.getByLabel(words.email).fill(guess);
      await theirs.getByRole("button", { name: words.send }).click();
      await expect(theirs.getByRole("alert", { name: words.problem })).toContainText(words.wrong);
      await expect(theirs.getByLabel(words.email)).toHaveValue(guess);
    }
  }
  await attacker.close();
});

test("whoever locks the same cart with an older cookie, before the buyer's next page, does not become its buyer", {
  tag: ["@purchase", "@sandbox-only", "@once"],
}, async ({ browser, page, context, env, serviceClient, event, uniqueName }) => {
  test.slow();
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Atheist’s Tragedy") });
  await event.open(eventId);
  await event.choose("General admission", 2);
  await event.reserveTickets();
  const planted = await visitCookie(context);
  const checkoutAddress = new URL("/en/checkout", page.url()).href;
  const [buyer, attacker] = [await withoutScript(), await withoutScript()];
  const [form, attack] = [checkoutPage(buyer, env), checkoutPage(attacker, env)];

  // The attacker sends others between the answer to the buyer's details and their next page, and opens none of their
  // own. A redirect that the browser follows goes past a route, so this form's answer never reaches the browser.
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
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test("a browser that lost the answer to its payment learns that it is paid, and gets its tickets for the email", {
      tag: ["@purchase", "@sandbox-only", "@phone-in-full"],
    }, async ({ browser, page, context, serviceClient, event, checkout, tickets, uniqueName }) => {
      test.slow();
      const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Volpone") });
      await event.open(eventId);
      await event.choose("General admission", 1);
      await event.reserveTickets();
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
      await tab.getByRole("button", { name: words.send }).click();
      await expect(tab.getByRole("alert", { name: words.problem })).toContainText(words.missing);
      if (javaScriptEnabled) await expectAccessible(tab, "whose tickets are these, with an error");
      await tab.getByLabel(words.email).fill(ADA.email.toUpperCase());
      await tab.getByRole("button", { name: words.send }).click();
      await tab.waitForURL(/\/sales\//);
      const shown = `${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase();
      await expect(tab.getByText(shown).first()).toBeAttached();
      // From now on this browser owns the payment too.
      await tab.goto(new URL("/en/checkout", page.url()).href);
      await expect(tab).toHaveURL(/\/sales\//);
      await lost.close();
    });
  });
}
