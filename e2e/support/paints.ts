import type { Page } from "@playwright/test";

/** The sum of a page's layout-shift scores stays below this. It is not zero, since a line of another font may be a pixel wider. */
export const LAYOUT_SHIFT_MAX = 0.02;
/** A line that a time adds moves the page by 0.003 or more. Painting a page before all of it has arrived moves it by less. */
const NOTICEABLE = 0.0025;

type Shift = { readonly value: number; readonly moved: string };

/** Returns the sum of the layout-shift scores of a page since its first paint. */
export async function totalLayoutShift(page: Page): Promise<number> {
  return (await page.evaluate(allLayoutShifts)).reduce((sum, { value }) => sum + value, 0);
}

/** Returns the noticeable layout shifts so far, each with what moved. */
export async function noticeableShifts(page: Page): Promise<readonly string[]> {
  const shifts = await page.evaluate(allLayoutShifts);
  return shifts.filter(({ value }) => value > NOTICEABLE).map(({ value, moved }) => `${value.toFixed(3)}: ${moved}`);
}

/** Runs in the page. Leaves out shifts within 500 ms of an input. */
async function allLayoutShifts(): Promise<readonly Shift[]> {
  type Entry = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  };
  const entries: Entry[] = [];
  const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as Entry[])));
  observer.observe({ type: "layout-shift", buffered: true });
  // The current frame may still shift something, and its entry is recorded after it.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  entries.push(...(observer.takeRecords() as Entry[]));
  return entries
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`).join(", "),
    }));
}
