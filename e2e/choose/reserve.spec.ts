import type { Request } from "@playwright/test";
import { quantityIn } from "#e2e/support/any-tickets.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;

test.describe("Reserving", { tag: "@purchase" }, () => {
  test("17: reports an empty selection at the list of tickets, without a request", {
    tag: ["@catalogue", "@phone-in-full"],
  }, async ({ page, anyTickets, event }) => {
    await anyTickets.open();
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") writes.push(request.url());
    });
    await event.continueButton.click();
    await expect(page.getByText(text("Event.picker.chooseFirst")).first()).toBeVisible();
    expect(writes).toEqual([]);
  });

  test("18: reserves once for a double click", { tag: ["@phone-in-full", "@plain"] }, async ({
    page,
    anyTickets,
    event,
    cart,
    places,
  }) => {
    await anyTickets.choose(2);
    await places.take(2);
    await event.continueButton.dblclick();
    await page.waitForURL(/\/checkout$/);
    await cart.open();
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 2, events: 1 }));
  });

  test("20: shows an absolute time, and the timer is in no live region", { tag: "@phone-in-full" }, async ({
    checkout,
    anyTickets,
  }) => {
    await anyTickets.reserve(2);
    await expect(checkout.deadline).toHaveText(/\p{N}{1,2}\P{N}{1,3}\p{N}{2}/u);
    await expect(checkout.timer).toHaveText(/^\d+:\d{2}$/);
    const live = await checkout.timer.evaluate(
      (timer) => timer.closest("[aria-live], [role=status], [role=alert]") !== null,
    );
    expect(live).toBe(false);
  });

  test("22: keeps the reservation and its deadline over a reload", { tag: ["@phone-in-full", "@plain"] }, async ({
    page,
    checkout,
    anyTickets,
  }) => {
    await anyTickets.reserve();
    await checkout.timerRuns();
    const before = await checkout.deadline.innerText();
    await page.reload();
    await checkout.timerRuns();
    await expect(checkout.deadline).toHaveText(before);
  });

  test("24: leads to the cart from the event page, and reserves nothing by itself", { tag: "@phone-in-full" }, async ({
    page,
    event,
    cart,
    anyTickets,
  }) => {
    const { eventId } = await anyTickets.reserve(2);
    await event.open(eventId);
    await cart.linkWith(2).click();
    await page.waitForURL(/\/cart$/);
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 2, events: 1 }));
  });

  test("P49, 36: shows the quantities after Back and the details after Forward", { tag: "@phone-in-full" }, async ({
    page,
    event,
    checkout,
    anyTickets,
  }) => {
    const { row } = await anyTickets.choose(2);
    await event.reserveTickets();
    await checkout.firstName.fill("Ada");
    await page.goBack();
    await expect.poll(() => quantityIn(row)).toBe(2);
    await page.goForward();
    await expect(checkout.firstName).toHaveValue("Ada");
  });

  test("keeps the visitor's choice when the earlier quantities arrive late", {
    tag: "@once",
  }, async ({ page, event, cart, anyTickets }) => {
    const { eventId, ticketType } = await anyTickets.choose(2);
    await event.reserveTickets();
    // The header of this page may still send its own request.
    await page.goto("about:blank");
    const responseAllowed = Promise.withResolvers<void>();
    const late: Request[] = [];
    await page.route("**/api/open-cart", async (route) => {
      late.push(route.request());
      await responseAllowed.promise;
      await route.continue();
    });
    await event.open(eventId);
    await event.choose(ticketType, 1);
    // The header and the restored quantities each send this request.
    await expect.poll(() => late.length).toBe(2);
    responseAllowed.resolve();
    await Promise.all(late.map(async (request) => (await request.response())?.finished()));
    await expect(cart.linkWith(2)).toBeVisible();
    await expect(event.quantity(ticketType)).toHaveValue("1");
    await event.choose(ticketType, 2);
    await expect(event.quantity(ticketType)).toHaveValue("3");
  });
});
