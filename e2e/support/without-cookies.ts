import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";

/**
 * Opens a browser context that is never given a cookie, as one that refuses them: a proxy removes each from the answers. It reads http
 * alone. Returns it with a function that ends both.
 */
export async function openWithoutCookies(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ readonly context: BrowserContext; readonly close: () => Promise<void> }> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const sent = request(url, { method, headers }, (answer) => {
      const { "set-cookie": _, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, others);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const server = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // Chromium would reach this machine without the proxy.
  const context = await browser.newContext({ ...options, proxy: { server, bypass: "<-loopback>" } });
  return {
    context,
    async close() {
      await context.close();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
