import type { Page } from "@playwright/test";
import { answerQuestions } from "#e2e/pages/answer-questions.ts";
import { typeSecret } from "#e2e/pages/type-secret.ts";
import { quantityIn } from "#e2e/support/any-tickets.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { Card } from "#e2e/support/target/env.ts";
import { isTestCard } from "#e2e/support/target/target.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;

/** Presses Tab until an element with this in its name has the focus. Throws when none has after `tabsMax` presses. */
async function tabTo(page: Page, name: string, tabsMax = 80): Promise<void> {
  for (let n = 0; n < tabsMax; n++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return "";
      const labels =
        element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.innerText) : [];
      return [element.getAttribute("aria-label"), ...labels, element.innerText].filter(Boolean).join(" ");
    });
    if (focused.includes(name)) return;
  }
  throw new Error(`No Tab reached ${name}.`);
}

/** A card off the test list is not typed by keys, which the steps of the report would name. */
async function typeCard(page: Page, { number, expiry, code, name }: Card): Promise<void> {
  const type = (text: string) =>
    isTestCard(number) ? page.keyboard.type(text) : typeSecret(page.locator(":focus"), text);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page, text("Pay.number"));
  await page.keyboard.press("ControlOrMeta+A");
  await type(number);
  await tabTo(page, text("Pay.expiry"));
  await page.keyboard.press("ControlOrMeta+A");
  await type(expiry.replace(/\D/g, ""));
  await tabTo(page, text("Pay.code"));
  await type(code);
  await tabTo(page, text("Pay.name"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(name);
}

test("P47: buys with the keyboard alone, after a declined card", {
  tag: ["@purchase", "@a11y", "@buys", "@phone-in-full"],
}, async ({ page, env, anyTickets, buyer, checkout, places, tickets }) => {
  const { row, ticketType } = await anyTickets.open(2);
  await tabTo(page, text("Event.picker.more", { name: ticketType }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await expect.poll(() => quantityIn(row)).toBe(2);
  await tabTo(page, text("Event.picker.reserve"));
  await places.take(2);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout$/);

  await tabTo(page, text("Details.firstName"));
  await page.keyboard.type(buyer.firstName);
  await tabTo(page, text("Details.lastName"));
  await page.keyboard.type(buyer.lastName);
  await tabTo(page, text("Details.email"));
  await page.keyboard.type(buyer.email);
  await answerQuestions(page);
  await tabTo(page, text("Details.toPayment"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout\/pay$/);

  await typeCard(page, env.badCard);
  await page.keyboard.press("Enter");
  await expect(checkout.declined).toBeFocused();
  await typeCard(page, env.goodCard);
  await places.paying();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/sales\//);
  await expect(tickets.codes).toHaveCount(2);
});

test("13: the order bar does not cover the focused field while the on-screen keyboard is open", {
  tag: ["@a11y", "@catalogue"],
}, async ({ page, anyTickets }) => {
  await anyTickets.choose();
  await expect(page.locator("meta[name=viewport]")).toHaveAttribute("content", /interactive-widget=resizes-content/);
  await page.getByText(text("Event.picker.haveCode")).click();
  const box = page.getByLabel(text("Event.picker.code"), { exact: true });
  // A browser shrinks the viewport when the on-screen keyboard opens.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 420 });
  await box.focus();
  await page.keyboard.type("SAVE10");
  const isVisible = () =>
    box.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const corners = [y + 2, y + height - 2].map((at) =>
        element.contains(document.elementFromPoint(x + width / 2, at)),
      );
      return y >= 0 && y + height <= 420 && corners.every(Boolean);
    });
  await expect.poll(isVisible).toBe(true);
});
