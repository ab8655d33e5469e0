import { dayText } from "#e2e/support/dates.ts";
import { delayScripts } from "#e2e/support/delay-scripts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like } = words;

const NIGHT = { dates: ["04-12-2099T19:30"], ticketTypes: [{ name: "Stalls", price: "20.00", maximumPerOrder: 8 }] };
const TWO_NIGHTS = { ...NIGHT, dates: ["04-12-2099T19:30", "05-12-2099T19:30"] };

test("keeps a quantity of any event from before hydration, and shows the buttons once they work", {
  tag: "@catalogue",
}, async ({ page, event, catalogue }) => {
  const onSale = await catalogue.eventOnSale("has one date", ({ length }) => length === 1);
  await event.open(onSale.event.id);
  const ticketType = words.valueIn(
    "Event.picker.more",
    (await event.available.first().getAttribute("aria-label")) ?? "",
  );
  const row = event.group(ticketType).last();
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${onSale.event.id}`, { waitUntil: "domcontentloaded" });
  await row.getByRole("textbox").fill("2");
  await expect(row.getByRole("button", { name: like("Event.picker.more") })).toHaveCount(0);
  release();
  await expect(page.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible();
  await row.getByRole("button", { name: like("Event.picker.fewer") }).click();
  await expect(row.getByRole("textbox")).toHaveValue("1");
});

test("keeps date and code from before hydration, and on an only date the quantity", {
  tag: ["@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const [one, two] = await Promise.all(
    [NIGHT, TWO_NIGHTS].map((show) => serviceClient.putOnSale({ name: uniqueName("The Silent Woman"), ...show })),
  );
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${two?.eventId}`, { waitUntil: "domcontentloaded" });
  await page
    .getByRole("group", { name: text("Event.picker.chooseDate") })
    .getByText(dayText("2099-12-05"))
    .click();
  await page.getByText(text("Event.picker.haveCode")).click();
  const code = page.getByLabel(text("Event.picker.code"), { exact: true });
  await code.fill("SUMMER");
  release();
  await expect(page.locator(`input[name="qty.${two?.ticketTypeIds[1]?.[0]}"]`)).toHaveValue("0");
  await expect(page.getByRole("radio", { name: dayText("2099-12-05") })).toBeChecked();
  await expect(page.locator(`input[name="qty.${two?.ticketTypeIds[0]?.[0]}"]`)).toHaveCount(0);
  await expect(code).toHaveValue("SUMMER");

  const releaseAgain = await delayScripts(page);
  await page.goto(`/${language}/events/${one?.eventId}`, { waitUntil: "domcontentloaded" });
  await event.quantity("Stalls").fill("12");
  releaseAgain();
  // At most eight may be ordered.
  await expect(page.getByText(text("Event.picker.chosen", { count: 8 }))).toBeVisible();
});

test("Continue before hydration reserves the typed tickets, and none of a date whose tickets are not shown", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName, checkout }) => {
  const [one, two] = await Promise.all(
    [NIGHT, TWO_NIGHTS].map((show) => serviceClient.putOnSale({ name: uniqueName("The Case is Altered"), ...show })),
  );
  await delayScripts(page);
  const open = (eventId = 0) => page.goto(`/${language}/events/${eventId}`, { waitUntil: "domcontentloaded" });
  await open(two?.eventId);
  await page
    .getByRole("group", { name: text("Event.picker.chooseDate") })
    .getByText(dayText("2099-12-05"))
    .click();
  await event.continueButton.click();
  await expect(page.getByRole("alert").getByText(text("Cart.refusal.nothing_chosen"))).toBeVisible();

  await open(one?.eventId);
  await event.quantity("Stalls").fill("3");
  await event.continueButton.click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(checkout.reserved(3)).toBeVisible();
});

test("the tickets of a link are chosen before its script runs, and a number typed there is kept", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName, checkout }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Magnetic Lady"), ...NIGHT });
  const path = `/${language}/events/${eventId}/tickets?qty.${ticketTypeIds[0]?.[0]}=4`;
  const release = await delayScripts(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await event.quantity("Stalls").fill("3");
  release();
  await expect(page.getByText(text("Event.picker.chosen", { count: 3 }))).toBeVisible();

  await delayScripts(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await expect(event.quantity("Stalls")).toHaveValue("4");
  await event.continueButton.click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(checkout.reserved(4)).toBeVisible();
});

test("shows by itself that tickets have sold out since the page was rendered", {
  tag: ["@catalogue", "@once"],
}, async ({ page, event, anyTickets }) => {
  const { eventId, row } = await anyTickets.open();
  await page.route(/\/api\/availability\//, async (route) => {
    const response = await route.fetch();
    const { dates, tickets } = await response.json();
    const gone = Object.fromEntries(Object.keys(tickets).map((id) => [id, { status: "SOLD_OUT", left: 0 }]));
    await route.fulfill({ response, json: { dates, tickets: gone } });
  });
  await event.open(eventId);
  await expect(page.getByText(text("Event.picker.soldOut")).first()).toBeVisible();
  await expect(event.available).toHaveCount(0);
  await expect(row).toHaveCount(0);
});
