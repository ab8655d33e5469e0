import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";

/** Presses Tab until an element with this name has the focus. Throws when none has after `tabsMax` presses. */
async function tabTo(page: Page, name: RegExp, tabsMax = 80): Promise<void> {
  for (let n = 0; n < tabsMax; n++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return "";
      const labels =
        element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.innerText) : [];
      return [element.getAttribute("aria-label"), ...labels, element.innerText].filter(Boolean).join(" ");
    });
    if (name.test(focused)) return;
  }
  throw new Error(`No Tab reached ${name}.`);
}

test("P47: buys with the keyboard alone, after a declined card", {
  tag: ["@purchase", "@a11y", "@service"],
}, async ({ page, env, serviceClient, checkout, tickets, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("As You Like It") });
  await page.goto(`/en/events/${eventId}`);
  await tabTo(page, /more|\+|add/i);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await tabTo(page, /Continue/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout$/);

  await tabTo(page, /First name/);
  await page.keyboard.type("Ada");
  await tabTo(page, /Last name/);
  await page.keyboard.type("Lovelace");
  await tabTo(page, /Email/);
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout\/pay$/);

  for (const number of [env.badCard, env.goodCard]) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /Card number/);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(number);
    await tabTo(page, /Expiry/);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1234");
    await tabTo(page, /Security code/);
    await page.keyboard.type("123");
    await tabTo(page, /Name on card/);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Ada Lovelace");
    await page.keyboard.press("Enter");
    if (number === env.badCard) await expect(checkout.declined).toBeFocused();
  }
  await page.waitForURL(/\/sales\//);
  await expect(tickets.codes).toHaveCount(2);
});

test("13: the order bar does not cover the focused field while the on-screen keyboard is open", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Tempest") });
  await event.open(eventId);
  await expect(page.locator("meta[name=viewport]")).toHaveAttribute("content", /interactive-widget=resizes-content/);
  await event.choose("General admission", 1);
  await page.getByText("Have a code?").click();
  const box = page.getByLabel("Code", { exact: true });
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
