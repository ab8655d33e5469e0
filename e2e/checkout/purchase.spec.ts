import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

for (const qrType of ["A", "B"] as const) {
  test(`P56: the good card leads to tickets whose type ${qrType} codes admit once`, {
    tag: ["@smoke", "@purchase", "@service"],
  }, async ({ page, serviceClient, checkout, tickets, putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("The Tempest", { quantity: 2, qrType });
    await checkout.submitDetails();
    await expect(page.getByRole("button", { name: "Pay $95.00" })).toBeVisible();
    const before = await page.evaluate(() => history.length);
    await checkout.payWithGoodCard();

    await expect(tickets.heading).toBeVisible();
    await expect(tickets.codes).toHaveCount(2);
    expect(await page.evaluate(() => history.length)).toBe(before);

    const scanned = await tickets.scan(0);
    expect(scanned).toMatch(
      qrType === "A" ? /^\d+$/ : /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    );
    expect(await serviceClient.admit(scanned)).toEqual({ status: 200, result: "ADMITTED" });
    expect(await serviceClient.admit(scanned)).toEqual({ status: 200, result: "ALREADY_ADMITTED" });
    expect(await serviceClient.admit(await tickets.scan(1))).toEqual({ status: 200, result: "ADMITTED" });
  });
}

test("P49, P56, 42: the bad card is declined, and the good card then pays for the same reservation", {
  tag: ["@smoke", "@decline", "@purchase", "@service", "@ledger"],
}, async ({ page, env, sandbox, checkout, tickets, perProject, putOnSaleAndReserve }) => {
  const { price, paid } = perProject({
    desktop: { price: "31.17", paid: "32.57" },
    phone: { price: "31.18", paid: "32.58" },
  });
  await putOnSaleAndReserve("Twelfth Night", { ticketTypes: [{ name: "Stalls", price, fee: "1.40" }] });
  await checkout.submitDetails();

  await checkout.payWith(env.badCard);
  await expect(checkout.declined).toBeFocused();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  await expect(checkout.card.number).toHaveValue("4111 1111 1111 1103");
  await expect(checkout.card.expiry).toHaveValue(/12 ?\/ ?34/);
  await expect(checkout.card.name).toHaveValue("Ada Lovelace");
  await expect(checkout.card.code).toHaveValue("");
  await expect(checkout.timer).toBeVisible();

  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(1);
  const captures = (await sandbox.ledger(paid)).filter(({ kind }) => kind === "capture");
  expect(captures).toHaveLength(1);
});

test("19: names the ticket type that ran out, and keeps the other quantities", {
  tag: "@service",
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Winter's Tale"),
    ticketTypes: [
      { name: "General admission", price: "45.00", fee: "2.50" },
      { name: "Concession", price: "30.00", fee: "2.50", maximumAllocation: 3 },
    ],
  });
  await event.open(eventId);
  await event.choose("General admission", 2);
  await event.choose("Concession", 2);
  await serviceClient.reservePlaces(eventId, ticketTypeIds[0]?.[1] ?? 0, 2);
  await event.continueButton.click();

  await expect(page.getByText("Only 1 Concession is left.")).toBeVisible();
  await expectAccessible(page, "shortage");
  await expect(page).toHaveURL(new RegExp(`/en/events/${eventId}`));
  await expect(event.group("General admission")).toContainText("2");
});
