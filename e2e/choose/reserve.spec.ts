import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Holding", { tag: "@sandbox-only" }, () => {
  test("17: nothing chosen is said at the list of tickets, and asks nobody", async ({
    page,
    serviceClient,
    event,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Richard II") });
    await event.open(eventId);
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") writes.push(request.url());
    });
    await event.continueButton.click();
    await expect(page.getByText("Choose at least one ticket").first()).toBeVisible();
    expect(writes).toEqual([]);
  });

  test("18: a double tap reserves once", async ({ page, serviceClient, event, uniqueName }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Richard III") });
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.continueButton.dblclick();
    await page.waitForURL(/\/checkout$/);
    expect(await serviceClient.placesLeft(ticketTypeIds[0]?.[0] ?? 0)).toBe(98);
  });

  test("20: the clock has an absolute time and is not read out every second", async ({
    page,
    serviceClient,
    event,
    checkout,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Henry IV") });
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    await expect(page.getByText(/2 tickets reserved until \d{1,2}:\d{2}\s?[ap]m/)).toBeVisible();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    const live = await checkout.timer.evaluate(
      (timer) => timer.closest("[aria-live], [role=status], [role=alert]") !== null,
    );
    expect(live).toBe(false);
  });

  test("22: a reload keeps the hold and its deadline", async ({ page, serviceClient, event, uniqueName }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Henry VI") });
    await event.open(eventId);
    await event.choose("General admission", 1);
    await event.reserveTickets();
    const held = page.getByText(/reserved until/).first();
    // Until its script runs, a page names the place whose time it tells.
    await expect(held).toHaveText(/reserved until \d{1,2}:\d{2}\s[ap]m$/);
    const before = await held.innerText();
    await page.reload();
    await expect(held).toHaveText(before);
  });

  test("24: the event page offers to continue, and letting go gives the places back at once", async ({
    page,
    serviceClient,
    event,
    checkout,
    uniqueName,
  }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Henry VIII") });
    const type = ticketTypeIds[0]?.[0] ?? 0;
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    await event.open(eventId);
    await page.getByRole("link", { name: /Check out/ }).click();
    await page.waitForURL(/\/(checkout|cart)$/);
    expect(await serviceClient.placesLeft(type)).toBe(98);
    await checkout.emptyCart();
    await expect.poll(() => serviceClient.placesLeft(type)).toBe(100);
  });

  test("36: Back shows the quantities, Forward the details", async ({
    page,
    serviceClient,
    event,
    checkout,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Two Noble Kinsmen") });
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    await checkout.firstName.fill("Ada");
    await page.goBack();
    await expect(event.group("General admission")).toContainText("2");
    await page.goForward();
    await expect(checkout.firstName).toHaveValue("Ada");
  });

  test("what a hand chooses stands, however late the page learns what was held before", {
    tag: "@once",
  }, async ({ page, serviceClient, event, uniqueName }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Double Falsehood") });
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    const late = Promise.withResolvers<void>();
    await page.route("**/api/cart", async (route) => {
      await late.promise;
      await route.continue();
    });
    await event.open(eventId);
    await event.choose("General admission", 1);
    let finished = 0;
    const bothFinished = page.waitForEvent(
      "requestfinished",
      (asked) => asked.url().endsWith("/api/cart") && ++finished === 2,
    );
    late.resolve();
    await bothFinished;
    await expect(page.getByText("2 tickets in your cart")).toBeVisible();
    await expect(event.group("General admission")).toContainText("1");
    await event.choose("General admission", 2);
    await expect(event.group("General admission")).toContainText("3");
  });
});
