import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { recordTexts } from "#e2e/support/recorded-texts.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

const LOST_ANSWER = "4111 1111 1111 1400";
const LOST_REQUEST = "4111 1111 1111 1434";
const SLOW = "4111 1111 1111 1301";

test("P05, 43: a lost answer of the processor ends with tickets and one charge", {
  tag: ["@purchase", "@slow", "@service", "@ledger", "@faults", "@phone-in-full"],
}, async ({ page, sandbox, checkout, tickets, perProject, putOnSaleAndReserve }) => {
  const { price, paid } = perProject({
    desktop: { price: "41.13", paid: "42.24" },
    phone: { price: "41.14", paid: "42.25" },
  });
  await putOnSaleAndReserve("Measure for Measure", { ticketTypes: [{ name: "Stalls", price, fee: "1.11" }] });
  await checkout.openPayment();
  await checkout.payWith(LOST_ANSWER);

  await page.waitForURL(/\/checkout\/pay\/checking/, { timeout: 45_000 });
  const texts = await recordTexts(page);
  await page.waitForURL(/\/sales\//, { timeout: 45_000 });
  await expect(tickets.codes).toHaveCount(1);
  expect(texts.at(-1)).toContain(text("Checking.paid"));
  expect(texts, "the page is never blank").not.toContain("");
  expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
});

test("P05, 43: a lost request shows the checking page until the cart is known to be unpaid", {
  tag: ["@purchase", "@slow", "@service", "@ledger", "@faults", "@phone-in-full"],
}, async ({ page, sandbox, checkout, tickets, perProject, putOnSaleAndReserve }) => {
  test.slow();
  const { price, paid } = perProject({
    desktop: { price: "43.17", paid: "44.28" },
    phone: { price: "43.18", paid: "44.29" },
  });
  await putOnSaleAndReserve("Cymbeline", { ticketTypes: [{ name: "Stalls", price, fee: "1.11" }] });
  await checkout.openPayment();
  await checkout.payWith(LOST_REQUEST);

  await page.waitForURL(/\/checkout\/pay\/checking/, { timeout: 45_000 });
  await expect(page.getByText(text("Checking.warning"))).toBeVisible();
  await expectAccessible(page, "checking");
  await page.reload();
  await expect(page.getByText(text("Checking.warning"))).toBeVisible();
  await expect(checkout.payButton).toHaveCount(0);

  await page.waitForURL(/\/checkout\/pay$/, { timeout: 120_000 });
  await expect(page.getByText(text("Pay.notChargedTitle"))).toBeVisible();
  await expect(page).toHaveTitle(checkout.problemTitle);
  await expect(page.getByText(text("Pay.notChargedText"))).toBeVisible();
  expect(await sandbox.ledger(paid)).toEqual([]);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(1);
  expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
});

test("P04: two tabs and a double click make one order, which both tabs show", {
  tag: ["@purchase", "@buys", "@phone-in-full", "@plain"],
}, async ({ page, context, env, anyTickets, buyer, checkout, places, tickets }) => {
  await anyTickets.reserve();
  await checkout.openPayment(buyer);
  const second = await context.newPage();
  const inSecond = checkoutPage(second, env);
  await second.goto(`/${language}/checkout/pay`);
  await checkout.typeCard(env.goodCard);
  await inSecond.typeCard(env.goodCard);
  await places.paying();
  await checkout.payButton.dblclick();
  await inSecond.payButton.click();

  for (const tab of [page, second]) await tab.waitForURL(/\/sales\//, { timeout: 45_000 });
  const other = ticketPage(second);
  await expect(tickets.codes).toHaveCount(1);
  await expect(other.codes).toHaveCount(1);
  expect(await other.reference()).toBe(await tickets.reference());
  expect(await other.scan()).toBe(await tickets.scan());
});

test("P04: two tabs and a double click cause one charge, and both tabs show the tickets", {
  tag: ["@purchase", "@service", "@ledger", "@faults", "@phone-in-full"],
}, async ({ page, context, env, sandbox, checkout, perProject, putOnSaleAndReserve }) => {
  const { price, paid } = perProject({
    desktop: { price: "51.19", paid: "52.30" },
    phone: { price: "51.20", paid: "52.31" },
  });
  await putOnSaleAndReserve("Coriolanus", { ticketTypes: [{ name: "Stalls", price, fee: "1.11" }] });
  await checkout.openPayment();
  const second = await context.newPage();
  const inSecond = checkoutPage(second, env);
  await second.goto(`/${language}/checkout/pay`);
  await checkout.typeCard({ number: SLOW });
  await inSecond.typeCard({ number: SLOW });
  await checkout.payButton.dblclick();
  await inSecond.payButton.click();

  await page.waitForURL(/\/sales\//, { timeout: 45_000 });
  await second.waitForURL(/\/sales\//, { timeout: 45_000 });
  expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
});
