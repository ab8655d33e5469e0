import type { Browser, BrowserContext, Page } from "@playwright/test";

/**
 * Ignores what fails in a route of this browser's contexts while its context closes. The error of a request that a route
 * still handles then would reach the worker after the test, which passed, and stop the run outside any test. To end the
 * routes first, as Playwright advises, would let the browser send their requests while it closes.
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
