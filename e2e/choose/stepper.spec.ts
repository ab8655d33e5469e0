import type { Page } from "@playwright/test";
import { amountIn } from "#e2e/support/amounts.ts";
import { quantityIn } from "#e2e/support/any-tickets.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, like, inText } = words;
/** No order has more tickets of one type. */
const CLICKS_MAX = 100;
const STOPS = 24;

test("6: the buttons of a stepper have at least 44 pixels, 8 pixels apart, at the end of their row", {
  tag: "@catalogue",
}, async ({ anyTickets }) => {
  const { row } = await anyTickets.open();
  const more = await row.getByRole("button", { name: like("Event.picker.more") }).boundingBox();
  const fewer = await row.getByRole("button", { name: like("Event.picker.fewer") }).boundingBox();
  const whole = await row.boundingBox();
  if (!more || !fewer || !whole) throw new Error("The stepper is not rendered.");
  for (const box of [more, fewer]) {
    expect(box.width).toBeGreaterThanOrEqual(44);
    expect(box.height).toBeGreaterThanOrEqual(44);
  }
  const [left, right] = [more, fewer].toSorted((a, b) => a.x - b.x);
  expect((right?.x ?? 0) - ((left?.x ?? 0) + (left?.width ?? 0))).toBeGreaterThanOrEqual(8);
  const fromStart = words.language === "ar" ? whole.x + whole.width - (more.x + more.width) : more.x - whole.x;
  expect(fromStart).toBeGreaterThan(whole.width / 2);
});

test("8, 10: the keyboard changes a quantity, a status announces it, and nothing is sent", {
  tag: ["@a11y", "@catalogue", "@phone-in-full"],
}, async ({ page, anyTickets }) => {
  const { row, ticketType } = await anyTickets.choose();
  const more = row.getByRole("button", { name: like("Event.picker.more") });
  const fewer = row.getByRole("button", { name: like("Event.picker.fewer") });
  const quantity = row.getByRole("textbox");
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") writes.push(request.url());
  });
  await fewer.focus();
  await page.keyboard.press("Enter");
  await expect(quantity).toHaveValue("0");
  await page.keyboard.press("Tab");
  await expect(quantity).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(more).toBeFocused();
  await page.keyboard.press("Space");
  await expect(quantity).toHaveValue("1");
  const announced = text("Event.picker.selected", { name: ticketType, count: 1 });
  await expect(page.getByRole("status").filter({ hasText: announced })).toHaveCount(1);
  await expect(page.getByText(text("Event.picker.chosen", { count: 1 }))).toBeVisible();
  expect(writes).toEqual([]);
});

test("7: a stepper at its limit keeps the focus, and a status gives the reason", {
  tag: ["@a11y", "@catalogue", "@phone-in-full"],
}, async ({ page, anyTickets }) => {
  const { row } = await anyTickets.choose();
  const more = row.getByRole("button", { name: like("Event.picker.more") });
  await more.focus();
  for (let n = 0; n < CLICKS_MAX && (await more.getAttribute("aria-disabled")) !== "true"; n++)
    await page.keyboard.press("Enter");
  await expect(more).toHaveAttribute("aria-disabled", "true");
  const most = await quantityIn(row);
  await page.keyboard.press("Enter");
  await expect(more).toBeFocused();
  expect(await quantityIn(row)).toBe(most);
  const reasons = new RegExp(`${inText("Event.picker.atLimit").source}|${inText("Event.picker.noneLeft").source}`, "u");
  await expect(page.getByRole("status").filter({ hasText: reasons })).toHaveCount(1);
});

test("10, 11: the order bar counts the tickets and shows their total at once", { tag: "@catalogue" }, async ({
  page,
  event,
  anyTickets,
}) => {
  const { row } = await anyTickets.choose(2);
  const count = (quantity: number) => page.getByText(text("Event.picker.chosen", { count: quantity }));
  const total = async (quantity: number) => {
    const [, price = ""] = (await count(quantity).locator("..").innerText()).split("\n");
    return amountIn(price);
  };
  await expect(event.continueButton.filter({ visible: true })).toHaveCount(1);
  await expect(count(2)).toBeVisible();
  const ofTwo = await total(2);
  await row.getByRole("button", { name: like("Event.picker.fewer") }).click();
  await expect(count(1)).toBeVisible();
  expect(await total(1)).toBe(ofTwo / 2);
});

test("12: the order bar never covers the focused element of an event on sale", {
  tag: ["@a11y", "@catalogue"],
}, async ({ page, anyTickets }) => {
  await anyTickets.choose();
  for (let n = 0; n < STOPS; n++) {
    await page.keyboard.press("Tab");
    expect(await isFocusCovered(page)).toBe(false);
  }
});

/** Returns whether something else lies over the middle of the focused element. */
function isFocusCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return false;
    // A radio button is the tile that it is in.
    const element = focused.closest("label") ?? focused;
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top !== null && !element.contains(top) && !top.contains(element);
  });
}
