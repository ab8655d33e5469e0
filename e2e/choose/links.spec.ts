import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { isAvailable, type PublishedDate } from "#e2e/support/catalogue.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

const UNKNOWN_ID = 999_999_999;

const bookable = (dates: readonly PublishedDate[]) => dates.filter(({ offers }) => offers.some(isAvailable));
const notice = (page: Page) => page.getByRole("status").filter({ hasText: text("Event.picker.linkChanged") });
const chosen = (page: Page, count: number) => page.getByText(text("Event.picker.chosen", { count }));

/** Returns the field of the form that has the chosen quantity, such as `qty.12`. */
const quantityField = async (page: Page) =>
  (await page.locator('input[name^="qty."]:not([value="0"])').getAttribute("name")) ?? "";

test("16: a link preselects a quantity on any event, and reserves nothing", {
  tag: ["@catalogue", "@phone-in-full", "@plain"],
}, async ({ page, env, event, anyTickets }) => {
  const { eventId } = await anyTickets.choose(2);
  const field = await quantityField(page);
  await event.open(eventId, `?${field}=2`);
  await expect(chosen(page, 2)).toBeVisible();
  await expect(page.locator(`input[name="${field}"]`)).toHaveValue("2");
  await expect(notice(page)).toHaveCount(0);
  expect(await page.context().cookies(env.address)).toEqual([]);
});

test("16: a link preselects a date", { tag: ["@catalogue", "@phone-in-full"] }, async ({ page, event, catalogue }) => {
  const onSale = await catalogue.eventOnSale("has two dates on sale", (dates) => bookable(dates).length > 1);
  const [, second] = bookable(onSale.dates);
  const dateId = new URL(second?.url ?? "").searchParams.get("date") ?? "";
  await event.open(onSale.event.id, `?date=${dateId}`);
  await expect(page.locator(`input[type="radio"][value="${dateId}"]`)).toBeChecked();
  await expect(notice(page)).toHaveCount(0);
});

test("16: names the choices of a link that are not offered, on any event", {
  tag: ["@a11y", "@catalogue", "@phone-in-full"],
}, async ({ page, event, catalogue }) => {
  const onSale = await catalogue.eventOnSale();
  await event.open(onSale.event.id, `?qty.${UNKNOWN_ID}=1`);
  await expect(notice(page)).toContainText(text("Event.picker.linkUnknown"));
  await expectAccessible(page, "a link with an unknown ticket");
  await event.open(onSale.event.id, `?date=${UNKNOWN_ID}`);
  await expect(notice(page)).toContainText(text("Event.picker.linkDateGone"));
});

test("16: a link's referral code, campaign, embed and click ids are sent with the reservation, and other parameters are not", {
  tag: ["@purchase", "@once"],
}, async ({ page, event, places, anyTickets }) => {
  const { eventId } = await anyTickets.choose();
  const field = await quantityField(page);
  await event.open(eventId, `?${field}=1&ref=dj-kim&utm_source=poster&embed=longlight.example&fbclid=f1&mc_eid=m1`);
  await expect(chosen(page, 1)).toBeVisible();
  await places.take(1);
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST" && !request.url().endsWith("/api/opened")),
    event.reserveTickets(),
  ]);
  expect(request.postData()).toMatch(/name="(_\d+_)?ref"\s+dj-kim/);
  expect(request.postData()).toMatch(/name="(_\d+_)?utm_source"\s+poster/);
  expect(request.postData()).toMatch(/name="(_\d+_)?embed"\s+longlight\.example/);
  expect(request.postData()).toMatch(/name="(_\d+_)?fbclid"\s+f1/);
  expect(request.postData()).not.toContain("mc_eid");
});

test("a short link with an event's number leads to its page and keeps the query", {
  tag: ["@catalogue", "@once"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  await page.goto(`/${language}/${event.id}?ref=dj-kim`);
  await expect(page).toHaveURL(new RegExp(`/${language}/events/${event.id}\\?ref=dj-kim`));
});

test("keeps an unknown code of any event, and shows no further tickets", {
  tag: ["@a11y", "@catalogue", "@phone-in-full"],
}, async ({ page, anyTickets }) => {
  await anyTickets.open();
  const rows = await page.getByRole("group").count();
  await page.getByText(text("Event.picker.haveCode")).click();
  const field = page.getByLabel(text("Event.picker.code"), { exact: true });
  await field.fill("NONESUCH");
  await page.getByRole("button", { name: text("Event.picker.applyCode"), exact: true }).click();
  // A service that cannot tell what a code does learns of it with the reservation.
  const unknown = page.getByText(text("Cart.code.UNKNOWN", { code: "NONESUCH" }));
  await expect(unknown.or(page.getByText(text("Event.codeUnchecked")))).toBeVisible();
  await expect(field).toHaveValue("NONESUCH");
  await expect(page.getByRole("group")).toHaveCount(rows);
  await expectAccessible(page, "an unknown code");
});
