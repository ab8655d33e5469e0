import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { clickHydrated } from "#e2e/pages/click-hydrated.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { quantityIn } from "#e2e/support/any-tickets.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

const ticketTypes = [{ name: "Stalls", price: "20.00" }];

test.describe("Interruptions", { tag: ["@once", "@purchase"] }, () => {
  test("names the expired one of two events, and pays for the other", {
    tag: ["@service", "@clock", "@english"],
  }, async ({ page, sandbox, cart, checkout, tickets, putOnSaleAndReserve }) => {
    test.slow();
    const expired = await putOnSaleAndReserve("The Arraignment of Paris", { ticketTypes });
    const kept = await putOnSaleAndReserve("The Battle of Alcazar", { ticketTypes });
    await checkout.submitDetails();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $40.00");
    const notice = page.getByText(`Your reservation for ${expired.name} expired.`);

    // Past the grace period, so the service has released it.
    await sandbox.ageReservations(expired.eventId, 26 * 60);
    await checkout.typeCard({ number: "4111 1111 1111 1111" });
    await checkout.payButton.click();
    await expect(page.getByRole("alert").filter({ hasText: "Your order has changed" })).toBeFocused();
    await expect(notice).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $20.00");
    await expect(page.getByRole("main")).not.toContainText("The price has changed");
    await expectAccessible(page, "one of two reservations expired");

    await cart.reserveTicketsAgain.click();
    await expect(page.getByText(`${expired.name}, Stalls: all 1 reserved`)).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $40.00");

    await sandbox.ageReservations(expired.eventId, 26 * 60);
    await page.reload();
    await expect(notice).toBeVisible();
    // Shown once the page's script has replaced the venue's time by the reader's.
    await expect(page.getByText(/reserved until \d{1,2}:\d{2}\s[ap]m$/)).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $20.00");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(kept.name);
  });

  test("reports an event added in another tab, keeps the details, and sends them with the second click", {
    tag: ["@service", "@english"],
  }, async ({ page, context, env, serviceClient, checkout, uniqueName, putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("Locrine", { ticketTypes });
    const second = await serviceClient.putOnSale({ name: uniqueName("Selimus"), ticketTypes });
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    await checkout.email.fill("ada@example.com");
    await page.getByLabel("Tell me about other events").check();

    const tab = await context.newPage();
    const inTab = eventPage(tab);
    await inTab.open(second.eventId);
    await inTab.choose("Stalls", 1);
    await inTab.reserveTickets();
    await expect(checkoutPage(tab, env).firstName).toBeVisible();

    await checkout.toPayment.click();
    await expect(page.getByRole("alert").filter({ hasText: "Your order has changed" })).toBeFocused();
    await expect(page.getByText("2 tickets reserved")).toBeVisible();
    await expect(checkout.email).toHaveValue("ada@example.com");
    await expect(page.getByLabel("Tell me about other events")).toBeChecked();
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $40.00");
  });

  test("keeps the selection when the connection breaks while reserving, and reserves with the second click", async ({
    page,
    anyTickets,
    event,
    checkout,
    places,
    words,
  }) => {
    const { eventId, row } = await anyTickets.choose(2);
    await page.route(`**/events/${eventId}`, (route) => route.abort("connectionreset"), { times: 1 });
    await event.continueButton.click();
    const notice = page.getByRole("alert").filter({ hasText: words.text("Event.picker.lost") });
    await expect(notice).toBeFocused();
    expect(await quantityIn(row)).toBe(2);
    await places.take(2);
    await event.reserveTickets();
    await places.reserved();
    await expect(checkout.deadline).toBeVisible();
  });

  test("keeps the details when the connection breaks, and sends them with the second click", async ({
    page,
    anyTickets,
    buyer,
    checkout,
  }) => {
    await anyTickets.reserve();
    await checkout.fillDetails(buyer);
    await page.route("**/checkout", (route) => route.abort("connectionreset"), { times: 1 });
    await checkout.toPayment.click();
    await expect(checkout.connectionProblem).toBeFocused();
    await expect(checkout.email).toHaveValue(buyer.email);
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await expect(checkout.review).toContainText(buyer.email);
  });

  test("empties the cart once for a double click, and offers Undo", async ({ anyTickets, checkout, cart }) => {
    await anyTickets.reserve(2);
    await cart.open();
    await checkout.timerRuns();
    await (await cart.openEmptyCartPrompt()).dblclick();
    await expect(cart.emptyHeading).toBeVisible();
    await expect(cart.undo).toBeVisible();
  });

  test("P40: resumes the timer after reserving again when the device's clock was set forward", async ({
    page,
    anyTickets,
    cart,
    checkout,
    places,
  }) => {
    await page.clock.install();
    await anyTickets.reserve();
    const left = await checkout.secondsLeft();
    await page.clock.fastForward((left + 60) * 1000);
    await expect(checkout.expiredHeading).toBeVisible();
    await page.clock.resume();
    await places.take(1);
    await cart.reserveTicketsAgain.click();
    await expect(checkout.expiredHeading).toBeHidden();
    await places.reserved();
    await expect(checkout.timer).toHaveText(/^\d+:\d{2}$/);
    expect(await checkout.secondsLeft()).toBeGreaterThan(0);
  });

  test("reports disabled cookies before reserving, without a broken page", async ({
    page,
    anyTickets,
    event,
    words,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
      Object.defineProperty(window, "sessionStorage", {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    });
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") writes.push(request.url());
    });
    await anyTickets.choose(2);
    await event.continueButton.click();
    const notice = page.getByRole("alert").filter({ hasText: words.text("Event.picker.noCookies") });
    await expect(notice).toBeFocused();
    expect(writes).toEqual([]);

    for (const path of ["checkout", "checkout/pay", "checkout/pay/checking"]) {
      await page.goto(`/${words.language}/${path}`);
      await expect(page.getByText(words.text("Cart.unknownText"))).toBeVisible();
      await expect(page.getByText(words.text("Cart.unknownPaid"))).toBeVisible();
    }
    await expectAccessible(page, "checkout without cookies");
  });

  test("leads from an event with hidden tickets alone to its code box, and from a link with the code to the tickets", {
    tag: ["@service", "@english"],
  }, async ({ page, serviceClient, event, uniqueName }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("Endymion"),
      ticketTypes: [{ name: "For friends", price: "20.00", hidden: true }],
    });
    const [[type = 0] = []] = ticketTypeIds;
    const code = `FRIENDS${eventId}`;
    await serviceClient.call("POST", "/code", { text: code, kind: "REVEAL", ticketTypes: [type] });
    await event.open(eventId);
    await page.getByRole("link", { name: "See what a code shows" }).click();
    await page.getByLabel("Code", { exact: true }).first().fill(code);
    await page.getByRole("button", { name: "Apply" }).first().click();
    await expect(page.getByText("Shown with your code: For friends.").first()).toBeVisible();

    await event.open(eventId, `?code=${code}&qty.${type}=2&ref=dj-kim`);
    await page.waitForURL(/\/tickets\?code=/);
    await expect(event.group("For friends")).toContainText("2");
    await clickHydrated(event.continueButton);
    await page.waitForURL(/\/checkout$/);
    await expect(page.getByText("2 tickets reserved")).toBeVisible();
  });

  test("keeps a promoter's input when the connection breaks while signing in", {
    tag: ["@promoter", "@english"],
  }, async ({ page }) => {
    await page.goto("/en/promoter/sign-in");
    const signIn = page.getByRole("button", { name: "Sign in" });
    await clickHydrated(signIn);
    await expect(page.getByText("Enter your username").first()).toBeVisible();
    await page.getByLabel("Username").fill("kim@example.com");
    await page.getByLabel("Password").fill("not the right one");
    await page.route("**/promoter/sign-in", (route) => route.abort("connectionreset"), { times: 1 });
    await signIn.click();
    await expect(page.getByRole("alert").filter({ hasText: "Connection problem" })).toBeFocused();
    await expect(page.getByRole("main")).not.toContainText("reserved");
    await expect(page.getByLabel("Username")).toHaveValue("kim@example.com");
    await signIn.click();
    await expect(page.getByText("Incorrect username or password.")).toBeVisible();
    await expect(page.getByLabel("Username")).toHaveValue("kim@example.com");
  });
});
