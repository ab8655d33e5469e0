import type { Page } from "@playwright/test";

/** Returns whether something else lies over the middle of the focused element. */
export function isFocusCovered(page: Page): Promise<boolean> {
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
