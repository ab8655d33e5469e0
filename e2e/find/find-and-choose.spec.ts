import { eventPage } from "#e2e/pages/event-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { isFocusCovered } from "#e2e/support/focus.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like, inText } = words;

test("2: names the venue's time zone for a reader in London", { tag: ["@service", "@phone-in-full"] }, async ({
  browser,
  env,
  serviceClient,
  uniqueName,
}) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Othello") });
  const context = await browser.newContext({ baseURL: env.address, timezoneId: "Europe/London" });
  const page = await context.newPage();
  await page.goto(`/${language}/events/${eventId}`);
  await expect(page.getByText(timeText("2099-12-05T19:30")).first()).toBeVisible();
  await expect(page.getByText(inText("Common.placeTime")).first()).toBeVisible();
  await expect(page.getByText(like("Event.picker.yourTime"))).toBeVisible();
  await context.close();
});

test("3: makes the whole card one link", { tag: "@catalogue" }, async ({ page }) => {
  await page.goto(`/${language}`);
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("article") });
  const card = cards.first();
  await expect(card.getByRole("link")).toHaveCount(1);
  const box = await card.getByRole("article").or(card).last().boundingBox();
  if (box === null) throw new Error("The first card is not rendered.");
  const inset = 12;
  for (const [x, y] of [
    [box.x + inset, box.y + inset],
    [box.x + box.width - inset, box.y + inset],
    [box.x + inset, box.y + box.height - inset],
    [box.x + box.width - inset, box.y + box.height - inset],
  ] as const) {
    expect(
      await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest("a") !== null, [x, y] as const),
    ).toBe(true);
  }
});

test("4, 6: shows the first stepper within 1.2 screens, with buttons of at least 44 pixels", {
  tag: ["@service"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Macbeth") });
  await event.open(eventId);
  const height = page.viewportSize()?.height ?? 0;
  const more = await event.more("General admission").boundingBox();
  const fewer = await event.fewer("General admission").boundingBox();
  if (!more || !fewer) throw new Error("The stepper is not rendered.");
  expect(more.y + more.height).toBeLessThanOrEqual(height * 1.2);
  for (const box of [more, fewer]) {
    expect(box.width).toBeGreaterThanOrEqual(44);
    expect(box.height).toBeGreaterThanOrEqual(44);
  }
  expect(more.x - (fewer.x + fewer.width)).toBeGreaterThanOrEqual(8);
  expect(more.x).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2);
});

test("5: shows several dates as radios, with a sold-out one disabled", { tag: ["@service", "@phone-in-full"] }, async ({
  page,
  serviceClient,
  event,
  uniqueName,
}) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Hamlet"),
    capacity: 4,
    dates: [wallTime(20), wallTime(21), wallTime(22)],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  await serviceClient.reservePlaces(eventId, ticketTypeIds[1]?.[0] ?? 0, 4);
  await event.open(eventId);
  const radios = page.getByRole("radio");
  await expect(radios).toHaveCount(3);
  await expect(radios.nth(1)).toBeDisabled();
  await expect(page.getByText(text("Event.picker.soldOut")).first()).toBeVisible();
});

test("7, 8, 10: announces the quantity, and stops at the limit with a reason", {
  tag: ["@a11y", "@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName, money }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Cardenio"),
    ticketTypes: [{ name: "Stalls", price: "20.00", maximumPerOrder: 2 }],
  });
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") writes.push(request.url());
  });
  await event.open(eventId);
  await event.fewer("Stalls").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(event.more("Stalls")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: text("Event.picker.selected", { name: "Stalls", count: 1 }) }),
  ).toHaveCount(1);
  await page.keyboard.press("Space");
  await expect(event.more("Stalls")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(event.more("Stalls")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: text("Event.picker.atLimit") })).toHaveCount(1);
  await expect(page.getByText(money("40.00")).filter({ visible: true }).first()).toBeVisible();
  expect(writes).toEqual([]);
});

test("9: reduces a quantity to the limit on the server without JavaScript", {
  tag: ["@purchase", "@service", "@phone-in-full"],
}, async ({ browser, env, serviceClient, uniqueName, money }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Sir Thomas More"),
    ticketTypes: [{ name: "Stalls", price: "20.00", maximumPerOrder: 2 }],
  });
  const context = await browser.newContext({ baseURL: env.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await eventPage(page).reserveWithoutScript(eventId, ticketTypeIds[0]?.[0] ?? 0, 9);
  await expect(page.getByText(money("40.00")).filter({ visible: true }).first()).toBeVisible();
  await context.close();
});

test("11, 12: shows the total in the order bar, which never covers the focused element", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, event, uniqueName, money }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Edward III"),
    ticketTypes: ["Stalls", "Circle", "Gods", "Box", "Standing", "Balcony"].map((name) => ({ name, price: "20.00" })),
  });
  await event.open(eventId);
  await event.choose("Stalls", 1);
  await expect(event.continueButton.filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText(money("20.00")).filter({ visible: true }).last()).toBeVisible();
  const bar = event.continueButton.filter({ visible: true });
  for (let n = 0; n < 24; n++) {
    await page.keyboard.press("Tab");
    expect(await isFocusCovered(page)).toBe(false);
  }
  await expect(bar).toBeVisible();
});

test("15: says that an event is sold out, without urgency messages", { tag: ["@service", "@phone-in-full"] }, async ({
  page,
  serviceClient,
  event,
  uniqueName,
}) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Troilus and Cressida"),
    capacity: 3,
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  await serviceClient.reservePlaces(eventId, ticketTypeIds[0]?.[0] ?? 0, 3);
  await event.open(eventId);
  await expect(page.getByText(text("Event.picker.soldOut")).first()).toBeVisible();
  await expect(event.more("Stalls")).toHaveCount(0);
  await expect(page.getByText(/viewing|selling fast|hurry/i)).toHaveCount(0);
  await expectAccessible(page, "sold out");
});

test("16: preselects the choices of a link, and reserves nothing", { tag: ["@service", "@phone-in-full"] }, async ({
  page,
  serviceClient,
  event,
  uniqueName,
  money,
}) => {
  const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Timon of Athens"),
    dates: [wallTime(20), wallTime(21)],
  });
  const type = ticketTypeIds[1]?.[0] ?? 0;
  await event.open(eventId, `?date=${eventDateIds[1]}&qty.${type}=2&code=SAVE10`);
  await expect(page.locator("input[type=radio]:checked")).toHaveValue(String(eventDateIds[1]));
  await expect(event.quantity("General admission")).toHaveValue("2");
  await expect(page.getByText(money("95.00")).filter({ visible: true }).first()).toBeVisible();
  expect(await serviceClient.placesLeft(type)).toBe(100);
});
