import { timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like, inText } = words;

const PHONE = { width: 390, height: 844 };
const NIGHTS = ["04-12-2099T19:30", "05-12-2099T14:00", "05-12-2099T19:30", "06-12-2099T14:00"];

test("4: two prices with their steppers are above the order bar on a phone, the lowest price is in it, and types of one name carry their section", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, event, money }) => {
  const { eventId } = await serviceClient.putOnSale({
    // Not unique: letters of another width would take a line more.
    name: "A Very Long Engagement by the Water with Friends from Abroad",
    dates: NIGHTS,
    ticketTypes: [
      { name: "Adult", price: "65.50", section: "Stalls" },
      { name: "Concession", price: "52.00", section: "Stalls" },
      { name: "Adult", price: "18.50", section: "Gallery" },
    ],
  });
  await page.setViewportSize(PHONE);
  await event.open(eventId);
  await page.getByText(timeText("2099-12-04T19:30")).filter({ visible: true }).first().click();
  await expect(page.getByText(text("Event.picker.none"), { exact: true })).toBeVisible();
  await expect(
    page
      .getByText(text("Common.from", { price: money("18.50") }), { exact: true })
      .filter({ visible: true })
      .last(),
  ).toBeVisible();
  const bar = await event.continueButton.boundingBox();
  const price = await page.getByText(money("52.00"), { exact: true }).filter({ visible: true }).first().boundingBox();
  const more = (name: string) => page.getByRole("button", { name: text("Event.picker.more", { name }), exact: true });
  for (const section of ["Stalls", "Gallery"])
    await expect(more(`Adult${language === "ar" ? "، " : ", "}${section}`)).toHaveCount(1);
  const stepper = await more("Concession").boundingBox();
  if (!bar || !price || !stepper) throw new Error("The page is not rendered.");
  const top = bar.y - 12;
  expect(price.y + price.height).toBeLessThan(top);
  expect(stepper.y + stepper.height).toBeLessThan(top);
  expect(PHONE.height - top).toBeLessThanOrEqual(77);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("17: removes the error about an empty selection once a ticket is chosen", {
  tag: ["@catalogue", "@phone-in-full"],
}, async ({ page, anyTickets, event }) => {
  const { row } = await anyTickets.open();
  await event.continueButton.click();
  const error = page.getByText(text("Event.picker.chooseFirst"));
  await expect(error).toBeVisible();
  await row.getByRole("button", { name: like("Event.picker.more") }).click();
  await expect(error).toHaveCount(0);
  await row.getByRole("button", { name: like("Event.picker.fewer") }).click();
  await expect(error).toHaveCount(0);
});

test("asks for the availability again at a press, and keeps the page and the choice", {
  tag: ["@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Calm after the Storm") });
  const availability = `**/api/availability/${eventId}`;
  await page.route(availability, (route) => route.abort());
  await event.open(eventId);
  await expect(page.getByText(text("Event.picker.unknown"))).toBeVisible();
  await expect(page.getByText(inText("Event.picker.mayHaveChanged"))).toContainText(/\p{N}/u);
  await event.choose("General admission", 2);
  let isReloaded = false;
  page.once("load", () => {
    isReloaded = true;
  });
  await page.unroute(availability);
  await page.getByRole("button", { name: text("Event.picker.checkAgain") }).click();
  await expect(page.getByText(text("Event.picker.unknown"))).toHaveCount(0);
  await expect(event.quantity("General admission")).toHaveValue("2");
  expect(isReloaded).toBe(false);
});

test("says that Continue replaces the tickets in the cart, until the cart is over", {
  tag: ["@service", "@purchase", "@once"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Second Thoughts") });
  await event.open(eventId);
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await event.open(eventId);
  const replaces = page.getByText(text("Event.picker.inCart"));
  await expect(replaces).toBeVisible();
  // The cookie ends with the reservation; the page is up to date when it is seen again.
  await page.context().clearCookies({ name: /foyer-cart$/ });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(replaces).toHaveCount(0);
});
