import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { text } = words;

test("says of a code whose tickets are not shown yet to choose a date, and takes it off again", {
  tag: "@service",
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Staple of News"),
    dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
    ticketTypes: [
      { name: "Stalls", price: "20.00" },
      { name: "Friends", price: "12.00", hidden: true },
    ],
  });
  const code = `STAPLE${eventId}`;
  const friends = ticketTypeIds.map(([, hidden]) => hidden);
  await serviceClient.call("POST", "/code", { text: code, kind: "REVEAL", ticketTypes: friends });
  await event.open(eventId);
  await page.getByText(text("Event.picker.haveCode")).click();
  const field = page.getByLabel(text("Event.picker.code"), { exact: true });
  await field.fill(code);
  await clickHydrated(page.getByRole("button", { name: text("Event.picker.applyCode"), exact: true }));
  await expect(page.getByText(text("Event.codeShowsOnDate", { names: "Friends" }))).toBeVisible();
  await event.chooseDate();
  await expect(page.getByText(text("Event.codeShows", { names: "Friends" }))).toBeVisible();
  await expect(event.group("Friends")).toBeVisible();
  await page.getByRole("button", { name: text("Event.picker.removeCode"), exact: true }).click();
  await expect(event.group("Friends")).toHaveCount(0);
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
});

test.describe("Savings and codes", { tag: ["@purchase", "@service"] }, () => {
  test("shows a result for each code, and adds and removes codes without losing the reservation", {
    tag: "@phone-in-full",
  }, async ({ page, serviceClient, event, cart, checkout, uniqueName, money }) => {
    test.slow();
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Knight") });
    const elsewhere = await serviceClient.putOnSale({ name: uniqueName("Of the Burning Pestle") });
    const [ten = "", used = "", ended = "", other = ""] = ["TEN", "USED", "ENDED", "OTHER"].map(
      (word) => `${word}${eventId}`,
    );
    const rule = (events: readonly number[]) => ({ name: "Ten off", kind: "PER_TICKET", percentage: 10, events });
    await serviceClient.createPriceRule("discount", rule([eventId]), [
      { text: ten },
      { text: used ?? "", maximumUses: 1 },
      { text: ended ?? "", validTo: "2026-01-01T00:00:00.000+00:00" },
    ]);
    await serviceClient.createPriceRule("discount", rule([elsewhere.eventId]), [{ text: other }]);
    const taken = await serviceClient.call("POST", "/reservation/", {
      event: eventId,
      bookingCode: used,
      tickets: [{ ticketType: ticketTypeIds[0]?.[0], quantity: 1 }],
    });
    expect(taken.body.successful).toBe(true);

    await event.open(eventId);
    await page.getByText(text("Event.picker.haveCode")).click();
    // Before its script runs, Enter would send the whole form.
    await expect(page.getByRole("button", { name: words.like("Event.picker.more") }).first()).toBeVisible();
    const field = page.getByLabel(text("Event.picker.code"), { exact: true });
    await field.fill(`${ten} ${ended} NONESUCH`);
    await field.press("Enter");
    await expect(page.getByText(text("Cart.code.ENDED", { code: ended }))).toBeVisible();
    await expect(page.getByText(text("Cart.code.UNKNOWN", { code: "NONESUCH" }))).toBeVisible();
    await field.fill(ten);
    await field.press("Enter");
    await expect(page.getByText(text("Event.codeShowsNothing"))).toBeVisible();
    await field.fill("NONESUCH");
    await event.choose("General admission", 2);
    await event.reserveTickets();
    // The code that was reserved with is answered here too.
    await expect(page.getByText(text("Cart.code.UNKNOWN", { code: "NONESUCH" }))).toBeVisible();
    await cart.open();
    await cart.enterCode(`${ten} ${used} ${ended} ${other} NONESUCH`);
    await expect(cart.summary).toContainText(`Ten off${ten}${money("-9.50")}`);
    await expect(page.getByText(text("Cart.code.USED_UP", { code: used }))).toBeVisible();
    await expect(
      page.getByLabel(text("Cart.code.label"), { exact: true }),
      "a refused code has the focus",
    ).toBeFocused();
    await expect(page.getByText(text("Cart.code.ENDED", { code: ended }))).toBeVisible();
    await expect(page.getByText(text("Cart.code.NOT_FOR_THIS_EVENT", { code: other }))).toBeVisible();
    await expect(page.getByText(text("Cart.code.UNKNOWN", { code: "NONESUCH" }))).toBeVisible();
    await expect(cart.summary).toContainText("Ten off");
    await expect(cart.summary).toContainText(money("85.50"));
    await expect(checkout.timer).toHaveText(/1[45]:\d{2}/);
    await expectAccessible(page, "cart with codes");

    await page.getByRole("button", { name: text("Cart.code.removeOf", { code: ten }) }).click();
    // The summary has both totals with and without the code, so the saving is checked.
    await expect(cart.summary).not.toContainText("Ten off");
    await cart.enterCode(ten);
    await expect(cart.summary).toContainText("Ten off");
    await expect(cart.summary).toContainText(money("85.50"));
    await cart.checkOut.click();
    await checkout.openPayment();
    await expect(page.getByText("Ten off").first()).toBeAttached();
    await checkout.showsTotal(money("85.50"));
    await checkout.payWithGoodCard();
    await expect(page.getByText(money("85.50")).filter({ visible: true }).first()).toBeVisible();
  });
});
