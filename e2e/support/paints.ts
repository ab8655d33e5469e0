import type { Page } from "@playwright/test";

/** What a page may move in all, of the screen: a line of another font may be a pixel wider. */
export const LAYOUT_SHIFT_MAX = 0.02;
/** The lines that a time adds move the page by 0.003 and more. A page that is painted before it is read whole moves by less. */
const NOTICEABLE = 0.002;

type Shift = { readonly value: number; readonly moved: string };

/** Returns how far a page has moved by itself since its first paint, of the screen. */
export async function layoutShift(page: Page): Promise<number> {
  return (await page.evaluate(allLayoutShifts)).reduce((sum, { value }) => sum + value, 0);
}

/** Returns the noticeable layout shifts so far, each with what moved. */
export async function layoutShifts(page: Page): Promise<readonly string[]> {
  const shifts = await page.evaluate(allLayoutShifts);
  return shifts.filter(({ value }) => value > NOTICEABLE).map(({ value, moved }) => `${value.toFixed(3)}: ${moved}`);
}

/** Runs in the page. What follows an input is no shift. */
async function allLayoutShifts(): Promise<readonly Shift[]> {
  type Entry = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  };
  const entries = await new Promise<Entry[]>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Entry[]));
    observer.observe({ type: "layout-shift", buffered: true });
    requestIdleCallback(() => resolve(observer.takeRecords() as Entry[]));
  });
  return entries
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`).join(", "),
    }));
}
