import puppeteer, { type ElementHandle } from "puppeteer-core";
import type { Engine } from "./engine.ts";

/** Starts Debian's Firefox, which is driven by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr" });
  const page = await browser.newPage();
  // The expression of the caller names an element.
  const element = async (expression: string) => (await page.evaluateHandle(expression)) as ElementHandle;
  return {
    open: async (url) => {
      await page.goto(url);
    },
    read: (expression) => page.evaluate(expression),
    click: async (expression) => (await element(expression)).click(),
    type: async (expression, text) => (await element(expression)).type(text),
    close: () => browser.close(),
  };
}
