import type { Locator } from "@playwright/test";
import { test as base, expect } from "#e2e/support/fixtures.ts";
import { type Translator, translatePages } from "#e2e/support/translator.ts";

type Fixtures = {
  readonly translator: Translator;
  /** Waits until the page is translated. */
  readonly translated: () => Promise<void>;
  /** Presses something on the translated page. */
  readonly press: (what: Locator) => Promise<void>;
};

/** A test in a browser that translates. It fails on any fault of a page. */
export const test = base.extend<Fixtures>({
  translator: async ({ context }, use) => {
    const translator = await translatePages(context);
    await use(translator);
    expect(translator.faults).toEqual([]);
  },
  translated: ({ page, translator }, use) => use(() => translator.done(page)),
  press: ({ translated }, use) =>
    use(async (what) => {
      await translated();
      await what.click();
    }),
});

export { expect };
