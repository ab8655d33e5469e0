import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { OnSale } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test.describe("A cart of several events", { tag: ["@purchase", "@service"] }, () => {
  test("collects several events under one timer and one total, and is paid with one charge", {
    tag: ["@ledger", "@phone-in-full"],
  }, async ({ page, serviceClient, sandbox, event, cart, checkout, tickets, uniqueName, perProject, money }) => {
    test.slow();
    const { prices, sums } = perProject({
      desktop: { prices: ["21.11", "22.22", "23.33"], sums: [money("88.88"), money("66.66"), "66.66"] },
      phone: { prices: ["21.12", "22.23", "23.34"], sums: [money("88.92"), money("66.69"), "66.69"] },
    });
    const [whole = "", rest = "", paid = ""] = sums;
    const titles = ["As You Like It", "Love’s Mistress", "The Roaring Girl"];
    const shows: OnSale[] = [];
    for (const [at, title] of titles.entries()) {
      const ticketTypes = [{ name: "Stalls", price: prices[at] ?? "", fee: "0.00" }];
      shows.push(await serviceClient.putOnSale({ name: uniqueName(title), ticketTypes }));
    }
    const [first, second, third] = shows as [OnSale, OnSale, OnSale];

    await event.open(first.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await checkout.firstName.fill("Ada");
    await cart.open();
    await page.getByRole("link", { name: text("Cart.keepChoosing") }).click();
    await page.waitForURL(`**/${language}`);

    await event.open(second.eventId);
    await expect(cart.linkWith(1)).toBeVisible();
    await event.choose("Stalls", 2);
    await event.reserveTickets();
    await expect(checkout.firstName).toHaveValue("Ada");
    await event.open(third.eventId);
    await expect(cart.linkWith(3)).toBeVisible();
    await expectAccessible(page, "event with two others in the cart");
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await expect(checkout.reserved(4)).toBeVisible();
    await expect(checkout.timer).toHaveCount(1);

    await cart.open();
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 4, events: 3 }));
    await expect(cart.summary).toContainText(whole);
    await expectAccessible(page, "cart of three events");
    await cart.remove(third.name);
    await expect(
      page.getByRole("status").filter({ hasText: text("Cart.undo.removed", { event: third.name }) }),
    ).toBeVisible();
    await expect(cart.event(third.name)).toHaveCount(0);
    await expect.poll(() => serviceClient.placesLeft(third.ticketTypeIds[0]?.[0] ?? 0)).toBe(100);
    await event.open(third.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await cart.open();
    await cart.remove(first.name);
    await expect(cart.count).toHaveText(text("Cart.countOf", { count: 3, events: 2 }));

    await cart.checkOut.click();
    await page.waitForURL(/\/checkout$/);
    await checkout.submitDetails();
    await expect(page.getByText(second.name).first()).toBeAttached();
    expect(await checkout.total()).not.toBe(rest);

    // Adding an event unlocks a locked cart; it is locked again with the same details.
    await event.open(first.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await cart.open();
    await cart.remove(second.name);
    await expect(cart.event(second.name)).toHaveCount(0);
    await event.open(second.eventId);
    await event.choose("Stalls", 1);
    await event.reserveTickets();
    await checkout.submitDetails();
    await checkout.showsTotal(rest);
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(3);
    for (const { name } of shows)
      await expect(page.getByRole("article").getByRole("heading", { level: 3, name })).toBeVisible();
    expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
  });
});

test("shows the section of two ticket types with one name on every page, and one receipt with one total", {
  tag: ["@service", "@purchase", "@buys", "@in-full"],
}, async ({ page, serviceClient, event, cart, checkout, tickets, uniqueName, money }) => {
  test.slow();
  const play = await serviceClient.putOnSale({
    name: uniqueName("The Last Boat Home"),
    ticketTypes: [
      { name: "Adult", price: "62.00", fee: "3.50", section: "Stalls" },
      { name: "Adult", price: "48.00", fee: "3.50", section: "Circle" },
    ],
  });
  const gig = await serviceClient.putOnSale({
    name: uniqueName("Half Past Anything"),
    ticketTypes: [{ name: "Adult", price: "54.00", fee: "3.00", section: "Floor" }],
  });
  const events = [play.eventId, gig.eventId];
  await serviceClient.createPriceRule("festivalDiscount", {
    name: "Weekend pass",
    percentage: 15,
    minimumEvents: 2,
    events,
  });
  const [stalls, circle] = play.ticketTypeIds[0] ?? [];
  await page.goto(`/${language}/events/${play.eventId}?qty.${stalls}=1&qty.${circle}=1`);
  await expect(page.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible();
  await event.reserveTickets();
  await cart.open();
  // Less than its price of 57.00, and more than nothing: the total does not fall.
  const missing = text("Cart.advice.missingOf", { count: 1, type: "Adult", event: gig.name });
  await expect(cart.advice).toContainText(text("Cart.advice.addFor", { missing, amount: money("30.89") }));
  await expect(cart.advice).toContainText(text("Cart.advice.total", { total: money("147.89") }));
  await event.open(gig.eventId);
  await event.choose("Adult", 2);
  await event.reserveTickets();

  const [inStalls, inCircle, onFloor] = ["Stalls", "Circle", "Floor"].map(
    (section) => `Adult${language === "ar" ? "، " : ", "}${section}`,
  );
  const savings = `${text("Cart.subtotal")}${money("231.00")}Weekend pass${money("-34.66")}`;
  await cart.open();
  // The discount stands at each line that it took off, and once in the summary.
  const lineOf = (name: string | undefined, each: string | undefined, saving: string, full: string, reduced: string) =>
    `${name}${each === undefined ? "" : text("Cart.each", { price: money(each) })}Weekend pass ${money(saving)}` +
    `${text("Cart.fullPrice")}${money(full)}${text("Cart.reducedPrice")}${money(reduced)}`;
  await expect(cart.event(play.name).getByRole("listitem")).toContainText([
    lineOf(inStalls, undefined, "-9.83", "65.50", "55.67"),
    lineOf(inCircle, undefined, "-7.73", "51.50", "43.77"),
  ]);
  await expect(cart.event(gig.name).getByRole("listitem")).toContainText([
    lineOf(onFloor, "57.00", "-17.10", "114.00", "96.90"),
  ]);
  await expect(cart.summary).toContainText(savings);
  await expect(cart.summary).toContainText(money("196.34"));
  await expect(cart.summary.getByText("Weekend pass"), "the saving is listed once").toHaveCount(1);

  await cart.checkOut.click();
  await page.waitForURL(/\/checkout$/);
  await checkout.submitDetails();
  for (const line of [`1 × ${inStalls}`, `1 × ${inCircle}`]) await expect(checkout.review).toContainText(line);
  await expect(checkout.review).toContainText(savings);
  await checkout.payWithGoodCard();

  await expect(tickets.codes).toHaveCount(4);
  await expect(page.getByRole("heading", { name: text("Sale.receipt") })).toHaveCount(1);
  await expect(tickets.receipt).toContainText(`1 × ${inStalls}`);
  await expect(tickets.receipt).toContainText(`1 × ${inCircle}`);
  await expect(tickets.receipt).toContainText(`2 × ${onFloor}`);
  await expect(tickets.receipt).toContainText(savings);
  await expect(tickets.receipt).toContainText(money("196.34"));
  await tickets.openAll();
  for (const name of ["Stalls", "Circle"]) {
    await expect(page.getByRole("definition").filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(1);
  }
  await expect(page.getByRole("link", { name: text("Sale.pdf") })).toHaveCount(1);
  await expect(page.getByRole("link", { name: text("Sale.calendar") })).toHaveCount(1);
});
