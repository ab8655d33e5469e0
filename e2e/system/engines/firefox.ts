import { join } from "node:path";
import { installApart } from "#scripts/lib/install-apart.ts";
import type { Engine } from "./engine.ts";

/** What is used of Puppeteer, whose packages are installed by the first run of these tests. */
type Puppeteer = {
  readonly launch: (options: { readonly browser: string; readonly executablePath: string }) => Promise<{
    readonly newPage: () => Promise<PuppeteerPage>;
    readonly close: () => Promise<void>;
  }>;
};
type PuppeteerPage = {
  readonly goto: (url: string) => Promise<unknown>;
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly evaluateHandle: (expression: string) => Promise<PuppeteerElement>;
};
type PuppeteerElement = {
  readonly click: () => Promise<void>;
  readonly type: (text: string) => Promise<void>;
};

/** Starts Debian's Firefox, which is driven by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const { default: puppeteer }: { default: Puppeteer } = installApart(join(import.meta.dirname, "puppeteer"))(
    "puppeteer-core",
  );
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr" });
  const page = await browser.newPage();
  return {
    open: async (url) => {
      await page.goto(url);
    },
    read: (expression) => page.evaluate(expression),
    click: async (expression) => (await page.evaluateHandle(expression)).click(),
    type: async (expression, text) => (await page.evaluateHandle(expression)).type(text),
    close: () => browser.close(),
  };
}
