import type { Browser, BrowserContext, Page } from "@playwright/test";

/**
 * Ignores errors of route handlers while their context closes. The error of a request that is still being handled would reach
 * the worker after the test has passed, and stop the run outside any test. Removing the routes first, as Playwright advises,
 * would let the browser send their requests while it closes.
 */
export function ignoreLateRoutes(browser: Browser): void {
  browser.on("context", (context) => {
    let isClosing = false;
    const close = context.close.bind(context);
    context.close = (options) => {
      isClosing = true;
      return close(options);
    };
    const ignoreLate = (one: BrowserContext | Page) => {
      const route = one.route.bind(one);
      one.route = (url, handler, options) =>
        route(
          url,
          async (...request) => {
            try {
              await handler(...request);
            } catch (error) {
              if (!isClosing) throw error;
            }
          },
          options,
        );
    };
    ignoreLate(context);
    context.on("page", ignoreLate);
  });
}
