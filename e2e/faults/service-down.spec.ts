import { ADA, checkoutPage } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

// All tests share one service, so these run serially in a project of their own, after the others.
test.describe.configure({ mode: "default" });

test("P35: with the service down a cached page is shown with a notice and sells nothing", {
  tag: ["@outage", "@purchase", "@service", "@faults"],
}, async ({ page, env, serviceClient, sandbox, event, uniqueName }) => {
  const { eventId, name } = await serviceClient.putOnSale({ name: uniqueName("The Storm") });
  const reserved = await serviceClient.putOnSale({ name: uniqueName("The Calm") });
  const neverSeen = await serviceClient.putOnSale({ name: uniqueName("The Fog") });
  await event.open(reserved.eventId);
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await event.open(eventId);
  await event.choose("General admission", 2);
  await sandbox.serviceDown(true);
  try {
    await event.continueButton.click();
    await expect(page.getByRole("alert").filter({ hasText: text("Cart.refusal.no_answer") })).toBeFocused();
    const cartLink = page.getByRole("alert").getByRole("link", { name: text("Event.picker.seeCart") });
    await expect(cartLink).toHaveAttribute("href", `/${language}/cart`);
    await expect(event.quantity("General admission")).toHaveValue("2");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(page.getByText(text("Event.picker.unknown"))).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(text("Event.picker.soldOut"), { exact: true })).toHaveCount(0);
    await expectAccessible(page, "service down");
    // The form of an embed navigates the top window, so it redirects to a page and not to a bare error.
    const posted = await page.request.post("/reserve", {
      maxRedirects: 0,
      headers: { Origin: env.address, "Sec-Fetch-Site": "same-origin" },
      form: { event: String(eventId), locale: language, "qty.1": "1" },
    });
    expect([posted.status(), posted.headers().location]).toEqual([
      303,
      `/${language}/events/${eventId}/tickets?qty.1=1&refused=not_confirmed`,
    ]);
    await page.goto(posted.headers().location ?? "");
    await expect(page.getByRole("alert").filter({ hasText: text("Cart.refusal.not_confirmed") })).toBeVisible();
    await expect(cartLink).toHaveAttribute("href", `/${language}/cart`);
    expect((await page.goto(`/${language}`))?.status()).toBe(200);
    const unavailable = await page.goto(`/${language}/events/${neverSeen.eventId}`);
    expect([unavailable?.status(), unavailable?.headers()["retry-after"]]).toEqual([503, "10"]);
    await expect(page.getByRole("heading", { level: 1, name: text("Errors.event.title") })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${text("Errors.event.title")} · `));
    await expect(page.getByText(text("Errors.event.text"))).toBeVisible();
    await expect(page.getByRole("button", { name: text("Errors.retry") })).toBeVisible();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expectAccessible(page, "page that is not available");
    await page.goto(`/${language}/events/${eventId}`);
    expect((await page.request.get("/api/ready")).status()).toBe(503);
    expect((await page.request.get("/api/health")).status()).toBe(200);
  } finally {
    await sandbox.serviceDown(false);
  }
  await expect.poll(async () => (await page.request.get("/api/ready")).status()).toBe(200);
});

test("P35: with the service down cart and details show an error, and keep the tickets and the input", {
  tag: ["@outage", "@purchase", "@service", "@faults"],
}, async ({ page, env, sandbox, cart, putOnSaleAndReserve, checkout }) => {
  const { name } = await putOnSaleAndReserve("The Lull", { quantity: 2 });
  const tab = await page.context().newPage();
  const details = checkoutPage(tab, env);
  await tab.goto(`/${language}/checkout`);
  await details.fillBuyer(ADA);
  await cart.open();
  await checkout.timerRuns();
  const notices = page.getByRole("alert").filter({ hasText: text("Cart.lost.no_answer") });
  // Nothing is typed to empty the cart or to remove an event.
  const pressed = page.getByRole("alert").filter({ hasText: text("Cart.lostPress.no_answer") });
  await sandbox.serviceDown(true);
  try {
    await cart.enterCode("EARLYBIRD");
    await expect(notices).toHaveCount(1);
    await expect(cart.codeField).toHaveValue("EARLYBIRD");
    await cart.empty();
    await expect(pressed).toHaveCount(1);
    await page.getByRole("button", { name: text("Cart.releaseKeep") }).click();
    await expect(page.getByText(text("Cart.releaseQuestion"))).toBeHidden();
    // Its open menu may cover what is below.
    await cart.remove(name);
    // The first is in the prompt, which is closed.
    await expect(pressed).toHaveCount(1);
    await expect(notices).toHaveCount(1);
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 2, events: 1 }));
    await expectAccessible(page, "cart with the service down");
    await tab.reload();
    const told = tab.getByRole("alert").filter({ hasText: text("Errors.cart.text") });
    await expect(told.getByRole("heading", { level: 1 })).toHaveText(text("Errors.errorTitle"));
  } finally {
    await sandbox.serviceDown(false);
  }
  await tab.getByRole("button", { name: text("Errors.retry") }).click();
  await expect(details.email).toHaveValue(ADA.email);
  await cart.applyCode.click();
  await expect(page.getByText(text("Cart.code.UNKNOWN", { code: "EARLYBIRD" }))).toBeVisible();
  await cart.empty();
  await expect(cart.undo).toBeVisible();
});
