import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { clickHydrated } from "#e2e/pages/click-hydrated.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

const ticketTypes = [{ name: "Stalls", price: "20.00" }];

test.describe("The unlucky and the impatient", { tag: ["@once", "@sandbox-only"] }, () => {
  test("of two events one is lost for good: it is said by name, and paying for the other ends on its tickets", async ({
    page,
    serviceClient,
    sandbox,
    event,
    cart,
    checkout,
    tickets,
    uniqueName,
  }) => {
    test.slow();
    const lost = await serviceClient.putOnSale({ name: uniqueName("The Arraignment of Paris"), ticketTypes });
    const kept = await serviceClient.putOnSale({ name: uniqueName("The Battle of Alcazar"), ticketTypes });
    for (const { eventId } of [lost, kept]) {
      await event.open(eventId);
      await event.choose("Stalls", 1);
      await event.reserveTickets();
    }
    await checkout.submitDetails();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $40.00");
    const words = page.getByText(`Your reservation for ${lost.name} expired.`);

    // Past the grace too: the service has let go of it.
    await sandbox.ageReservations(lost.eventId, 26 * 60);
    await checkout.typeCard({ number: "4111 1111 1111 1111" });
    await checkout.payButton.click();
    await expect(page.getByRole("alert").filter({ hasText: "Your order has changed" })).toBeFocused();
    await expect(words).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $20.00");
    await expect(page.getByRole("main")).not.toContainText("The price has changed");
    await expectAccessible(page, "one of two holds is over");

    await cart.reserveTicketsAgain.click();
    await expect(page.getByText(`${lost.name}, Stalls: all 1 reserved`)).toBeVisible();
    await expect(words).toBeHidden();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $40.00");

    await sandbox.ageReservations(lost.eventId, 26 * 60);
    await page.reload();
    await expect(words).toBeVisible();
    // Only the running script tells the reader's own time.
    await expect(page.getByText(/reserved until \d{1,2}:\d{2}\s[ap]m$/)).toBeVisible();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $20.00");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(kept.name);
  });

  test("details that wait in one tab while another tab adds an event are sent with the second press", async ({
    page,
    context,
    env,
    serviceClient,
    event,
    checkout,
    uniqueName,
  }) => {
    const first = await serviceClient.putOnSale({ name: uniqueName("Locrine"), ticketTypes });
    const second = await serviceClient.putOnSale({ name: uniqueName("Selimus"), ticketTypes });
    await event.open(first.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    await checkout.email.fill("ada@example.com");
    await page.getByLabel("Tell me about other events").check();

    const tab = await context.newPage();
    const there = eventPage(tab);
    await there.open(second.eventId);
    await there.choose("Stalls", 1);
    await there.reserveTickets();
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

  test("a line that breaks while tickets are being held takes nothing away, and a second press holds them", async ({
    page,
    serviceClient,
    event,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("James IV"), ticketTypes });
    await event.open(eventId);
    await event.choose("Stalls", 2);
    await page.route(`**/events/${eventId}`, (route) => route.abort("connectionreset"), { times: 1 });
    await event.continueButton.click();
    await expect(page.getByRole("alert").filter({ hasText: "The connection was lost" })).toBeFocused();
    await expect(event.group("Stalls")).toContainText("2");
    await event.reserveTickets();
    await expect(page.getByText("2 tickets reserved")).toBeVisible();
  });

  test("a double press on emptying the cart empties it once, and Undo is offered", async ({
    page,
    serviceClient,
    event,
    cart,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Alphonsus"), ticketTypes });
    await event.open(eventId);
    await event.choose("Stalls", 3);
    await event.reserveTickets();
    await cart.open();
    await expect(page.getByText(/reserved until \d{1,2}:\d{2}\s[ap]m$/)).toBeVisible();
    await (await cart.openEmptyCartPrompt()).dblclick();
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect(cart.undo).toBeVisible();
  });

  test("a clock that was set forward ends too soon, and runs again once the service has been asked", async ({
    page,
    serviceClient,
    event,
    cart,
    checkout,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Edward I"), ticketTypes });
    await page.clock.install();
    await event.open(eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await expect(checkout.timer).toBeVisible();
    await page.clock.fastForward(16 * 60 * 1000);
    await expect(checkout.expiredHeading).toBeVisible();
    await page.clock.resume();
    await cart.reserveTicketsAgain.click();
    await expect(checkout.expiredHeading).toBeHidden();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
  });

  test("a browser that refuses cookies is told so before any ticket is held, and finds no broken page", async ({
    page,
    serviceClient,
    event,
    uniqueName,
  }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Gallathea"), ticketTypes });
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
      Object.defineProperty(window, "sessionStorage", {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    });
    await event.open(eventId);
    await event.choose("Stalls", 2);
    await event.continueButton.click();
    await expect(page.getByRole("alert").filter({ hasText: "Your browser refuses cookies" })).toBeFocused();
    expect(await serviceClient.placesLeft(ticketTypeIds[0]?.[0] ?? 0)).toBe(100);

    for (const path of ["/en/checkout", "/en/checkout/pay", "/en/checkout/pay/checking"]) {
      await page.goto(path);
      await expect(page.getByText("Your cart has expired or was emptied.")).toBeVisible();
      await expect(page.getByText("If you already paid, contact us before paying again.")).toBeVisible();
    }
    await expectAccessible(page, "nothing known of this browser");
  });

  test("13: where every ticket is hidden the page leads to its code box, and a link with the code to its tickets", async ({
    page,
    serviceClient,
    event,
    uniqueName,
  }) => {
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

  test("a promoter whose line breaks while signing in keeps what was typed", async ({ page }) => {
    await page.goto("/en/promoter/sign-in");
    const signIn = page.getByRole("button", { name: "Sign in" });
    await clickHydrated(signIn);
    await expect(page.getByText("Enter your user name").first()).toBeVisible();
    await page.getByLabel("User name").fill("kim@example.com");
    await page.getByLabel("Password").fill("not the right one");
    await page.route("**/promoter/sign-in", (route) => route.abort("connectionreset"), { times: 1 });
    await signIn.click();
    await expect(page.getByRole("alert").filter({ hasText: "Connection problem" })).toBeFocused();
    await expect(page.getByRole("main")).not.toContainText("reserved");
    await expect(page.getByLabel("User name")).toHaveValue("kim@example.com");
    await signIn.click();
    await expect(page.getByText("Incorrect username or password.")).toBeVisible();
    await expect(page.getByLabel("User name")).toHaveValue("kim@example.com");
  });
});
