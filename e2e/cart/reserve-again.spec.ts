import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Reserving again", { tag: ["@expiry", "@purchase", "@service", "@clock", "@english"] }, () => {
  test("23: reserves expired lines of three events again: one fully, one partly, one not at all", async ({
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
    const ticketTypes = [{ name: "Stalls", price: "20.00" }];
    const whole = await serviceClient.putOnSale({ name: uniqueName("The Alchemist"), ticketTypes });
    const part = await serviceClient.putOnSale({ name: uniqueName("Volpone"), ticketTypes, capacity: 3 });
    const soldOut = await serviceClient.putOnSale({ name: uniqueName("Epicoene"), ticketTypes, capacity: 1 });
    for (const [{ eventId }, quantity] of [
      [whole, 2],
      [part, 2],
      [soldOut, 1],
    ] as const) {
      await event.open(eventId);
      await event.choose("Stalls", quantity);
      await event.reserveTickets();
    }
    await checkout.firstName.fill("Ada");
    await checkout.email.fill("ada@example.com");

    for (const { eventId } of [whole, part, soldOut]) await sandbox.ageReservations(eventId, 15 * 60 + 5);
    await serviceClient.reservePlaces(part.eventId, part.ticketTypeIds[0]?.[0] ?? 0, 2);
    await serviceClient.reservePlaces(soldOut.eventId, soldOut.ticketTypeIds[0]?.[0] ?? 0, 1);
    await page.reload();
    await expect(checkout.expiredHeading).toBeVisible();
    // An expired cart has no total: that is neither free nor a changed price.
    await expect(page.getByRole("main")).not.toContainText(/Free|The price has changed/);
    await cart.reserveTicketsAgain.click();

    await expect(page.getByRole("heading", { name: "Some of your tickets are reserved again" })).toBeVisible();
    await expect(page.getByText(`${whole.name}, Stalls: all 2 reserved`)).toBeVisible();
    await expect(page.getByText(`${part.name}, Stalls: 1 of 2 reserved, no more left`)).toBeVisible();
    await expect(page.getByText(`${soldOut.name}, Stalls: none left`)).toBeVisible();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    await expect(checkout.firstName).toHaveValue("Ada");
    await expectAccessible(page, "reserved again in part");

    await checkout.submitDetails();
    await expect(checkout.payButton).toHaveAccessibleName("Pay $60.00");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(3);
  });

  test("keeps the unexpired reservation of a cart and extends it with the one that is reserved again", {
    tag: "@once",
  }, async ({ page, serviceClient, sandbox, event, cart, checkout, uniqueName }) => {
    const ticketTypes = [{ name: "Stalls", price: "20.00" }];
    const expired = await serviceClient.putOnSale({ name: uniqueName("Sejanus His Fall"), ticketTypes });
    const unexpired = await serviceClient.putOnSale({ name: uniqueName("Catiline"), ticketTypes, capacity: 2 });
    for (const { eventId } of [expired, unexpired]) {
      await event.open(eventId);
      await event.choose("Stalls", 2);
      await event.reserveTickets();
    }
    await checkout.submitDetails();
    await sandbox.ageReservations(expired.eventId, 15 * 60 + 5);
    await sandbox.ageReservations(unexpired.eventId, 14 * 60);
    await page.reload();
    await cart.reserveTicketsAgain.click();
    await expect(page.getByText(`${expired.name}, Stalls: all 2 reserved`)).toBeVisible();
    await expect(page.getByText(`${unexpired.name}: still reserved`)).toBeVisible();
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    await expect(checkout.payButton).toHaveAccessibleName("Pay $80.00");
    await checkout.payWithGoodCard();
  });

  test("gives the last ticket to one of two buyers, and explains the refusal to the other", { tag: "@once" }, async ({
    page,
    browser,
    env,
    serviceClient,
    sandbox,
    event,
    cart,
    checkout,
    uniqueName,
  }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("Every Man Out"),
      capacity: 1,
    });
    const type = ticketTypeIds[0]?.[0] ?? 0;
    await event.open(eventId);
    await event.choose("General admission", 1);
    await event.reserveTickets();
    await sandbox.ageReservations(eventId, 15 * 60 + 5);

    const other = await (await browser.newContext({ baseURL: env.address })).newPage();
    await other.goto(`/en/events/${eventId}?qty.${type}=1`);
    await expect(other.getByText("1 ticket, fees included")).toBeVisible();
    await other.getByRole("button", { name: "Continue" }).click();
    await other.waitForURL(/\/checkout$/);
    await sandbox.ageReservations(eventId, 15 * 60 + 5);

    await Promise.all([page.reload(), other.reload()]);
    const again = "Reserve them again";
    await Promise.all([cart.reserveTicketsAgain.click(), other.getByRole("button", { name: again }).click()]);
    const refusal = "None of these tickets can be reserved now.";
    const tabs = [page, other];
    await expect
      .poll(async () => {
        const refused = await Promise.all(tabs.map((tab) => tab.getByText(refusal).count()));
        const reserved = await Promise.all(tabs.map((tab) => tab.getByText("Your tickets are reserved again").count()));
        return [refused.filter(Boolean).length, reserved.filter(Boolean).length];
      })
      .toEqual([1, 1]);
    expect(await serviceClient.placesLeft(type)).toBe(0);
    await expect(checkout.firstName).toBeVisible();
    await other.context().close();
  });
});
