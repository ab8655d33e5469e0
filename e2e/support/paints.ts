import type { Page } from "@playwright/test";

/** Of the screen. The lines that a time adds move it by 0.003 and more. A page that is painted before it is read whole moves by less. */
const SHIFT_MAX = 0.002;

/** Returns the layout shifts so far that are larger than `SHIFT_MAX`, each with what moved. */
export async function layoutShifts(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(allLayoutShifts)).filter((shift) => Number.parseFloat(shift) > SHIFT_MAX);
}

/** Runs in the page. */
async function allLayoutShifts(): Promise<readonly string[]> {
  type Shift = PerformanceEntry & {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  };
  const shifts = await new Promise<Shift[]>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Shift[]));
    observer.observe({ type: "layout-shift", buffered: true });
    requestIdleCallback(() => resolve(observer.takeRecords() as Shift[]));
  });
  return shifts.map(({ value, sources }) => {
    const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`);
    return `${value.toFixed(3)}: ${moved.join(", ")}`;
  });
}
