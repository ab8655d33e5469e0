import type { Locator } from "@playwright/test";

/** An amount of money as a reader sees it. */
export type ShownAmount = {
  /** "$47.50", with single spaces. */
  readonly text: string;
  /** Pixels. */
  readonly size: number;
  readonly weight: number;
  /** It is in a disclosure that the reader opens. */
  readonly inDisclosure: boolean;
};

/** Returns the visible amounts below an element. `sample` is any amount of the same currency. */
export function shownAmounts(root: Locator, sample: string): Promise<readonly ShownAmount[]> {
  return root.first().evaluate((element, sample) => {
    const [before = "", after = ""] = sample.split(/[\d.,]+/).map((sign) => sign.replaceAll(/[$.]/g, "\\$&"));
    const amounts = new RegExp(`${before}\\d[\\d.,]*(?<=\\d)${after}`, "g");
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      const { width = 0, height = 0 } = parent?.getBoundingClientRect() ?? {};
      // Text for screen readers alone is one pixel in size.
      const isShown = width > 1 && height > 1 && parent?.checkVisibility({ visibilityProperty: true });
      if (!parent || !isShown) continue;
      const { fontSize, fontWeight } = getComputedStyle(parent);
      const text = (texts.currentNode.textContent ?? "").replaceAll(/\s/g, " ");
      const look = { size: Number.parseFloat(fontSize), weight: Number(fontWeight) };
      for (const [amount] of text.matchAll(amounts))
        found.push({ text: amount, ...look, inDisclosure: parent.closest("details") !== null });
    }
    return found;
  }, sample);
}

/**
 * Returns what laws on prices with fees forbid: an amount that is larger than the total, or as large and bolder, and a part of a
 * price, such as its fee, outside of a disclosure.
 */
export function prominenceFaults(
  amounts: readonly ShownAmount[],
  { total, parts = [] }: { readonly total: string; readonly parts?: readonly string[] },
): readonly string[] {
  const look = ({ text, size, weight }: ShownAmount) => `${text} (${size} px, ${weight})`;
  const [top] = amounts
    .filter(({ text }) => text === total)
    .toSorted((one, other) => other.size - one.size || other.weight - one.weight);
  if (top === undefined) return [`${total} is not shown`];
  return [
    ...amounts
      .filter(
        ({ text, size, weight }) => text !== total && (size > top.size || (size === top.size && weight > top.weight)),
      )
      .map((one) => `${look(one)} is more prominent than ${look(top)}`),
    ...amounts
      .filter(({ text, inDisclosure }) => parts.includes(text) && !inDisclosure)
      .map((one) => `${look(one)} is a part of a price outside of a disclosure`),
  ];
}
