import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Reserving", { tag: ["@purchase", "@service"] }, () => {
  test("17: reports an empty selection at the list of tickets, without a request", async ({
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

  test("18: reserves once for a double click", async ({ page, serviceClient, event, uniqueName }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Richard III") });
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.continueButton.dblclick();
    await page.waitForURL(/\/checkout$/);
    expect(await serviceClient.placesLeft(ticketTypeIds[0]?.[0] ?? 0)).toBe(98);
  });

  test("20: shows an absolute time, and the timer is in no live region", async ({
    page,
    checkout,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("Henry IV", { quantity: 2 });
    await expect(page.getByText(/2 tickets reserved until \d{1,2}:\d{2}\s?[ap]m/)).toBeVisible();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    const live = await checkout.timer.evaluate(
      (timer) => timer.closest("[aria-live], [role=status], [role=alert]") !== null,
    );
    expect(live).toBe(false);
  });

  test("22: keeps the reservation and its deadline over a reload", async ({ page, putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("Henry VI");
    const deadline = page.getByText(/reserved until/).first();
    // Before hydration the page shows the venue's time and names its zone.
    await expect(deadline).toHaveText(/reserved until \d{1,2}:\d{2}\s[ap]m$/);
    const before = await deadline.innerText();
    await page.reload();
    await expect(deadline).toHaveText(before);
  });

  test("24: offers checkout on the event page, and emptying the cart releases the places at once", async ({
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

  test("P49, 36: shows the quantities after Back and the details after Forward", async ({
    page,
    event,
    checkout,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("The Two Noble Kinsmen", { quantity: 2 });
    await checkout.firstName.fill("Ada");
    await page.goBack();
    await expect(event.group("General admission")).toContainText("2");
    await page.goForward();
    await expect(checkout.firstName).toHaveValue("Ada");
  });

  test("keeps the visitor's choice when the earlier quantities arrive late", {
    tag: "@once",
  }, async ({ page, event, putOnSaleAndReserve }) => {
    const { eventId } = await putOnSaleAndReserve("Double Falsehood", { quantity: 2 });
    const responseAllowed = Promise.withResolvers<void>();
    await page.route("**/api/open-cart", async (route) => {
      await responseAllowed.promise;
      await route.continue();
    });
    await event.open(eventId);
    await event.choose("General admission", 1);
    let finished = 0;
    const bothFinished = page.waitForEvent(
      "requestfinished",
      (request) => request.url().endsWith("/api/open-cart") && ++finished === 2,
    );
    responseAllowed.resolve();
    await bothFinished;
    await expect(page.getByText("2 tickets in your cart")).toBeVisible();
    await expect(event.group("General admission")).toContainText("1");
    await event.choose("General admission", 2);
    await expect(event.group("General admission")).toContainText("3");
  });
});
