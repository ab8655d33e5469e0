// Functions that run in a page: pass them to `page.evaluate`.

/** Returns the layout shifts so far, each with what moved. */
export async function layoutShifts(): Promise<readonly string[]> {
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
