import { setTimeout as pause } from "node:timers/promises";

/** A browser that is not Playwright's. It finds elements by an expression of the page, and clicks and types as a person does. */
export type Engine = {
  readonly open: (url: string) => Promise<void>;
  /** Returns the value of an expression of the page. While a page loads it may throw. */
  readonly read: (expression: string) => Promise<unknown>;
  readonly click: (element: string) => Promise<void>;
  readonly type: (element: string, text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A step of a purchase takes a second or two on a quiet machine. */
const STATE_MS = 60_000;
const POLL_MS = 100;

/** Waits until an expression of the page is true. Throws with what the page shows when it never is. */
export async function until(engine: Engine, expression: string): Promise<void> {
  const end = Date.now() + STATE_MS;
  while (!(await engine.read(`Boolean(${expression})`).catch(() => false))) {
    if (Date.now() > end) {
      const shown = await engine.read("location.href + ' ' + document.body.innerText").catch(String);
      throw new Error(`Never true: ${expression}\nThe page: ${shown}`);
    }
    await pause(POLL_MS);
  }
}
