import type { BrowserContextOptions, LaunchOptions, Page } from "@playwright/test";
import type { Environment } from "./env.ts";
import { credentialsIn, type VerifiedCertificate, withoutCredentials } from "./network.ts";
import { basicOf } from "./storefront.ts";

type Configured = Omit<Environment, "address"> & { readonly address?: string | undefined };
type Options = Pick<BrowserContextOptions, "httpCredentials" | "proxy">;

/** Pages that a test serves itself, such as a promoter's, are on this machine and never behind the proxy. */
const ON_THIS_MACHINE = ["localhost", "*.localhost", "127.0.0.1", "[::1]"];

/** Returns the options of every browser context and of Playwright's own requests: HTTP Basic at the target's origin, and the proxy. */
export function contextOptions(env: Configured): Options {
  if (env.address === undefined) return {};
  const { origin, hostname } = new URL(env.address);
  const basic = basicOf(env);
  const bypass = ON_THIS_MACHINE.filter((host) => host !== hostname).join();
  return {
    ...(basic && { httpCredentials: { ...basic, origin, send: "always" } }),
    ...(env.proxy !== undefined && {
      proxy: { server: withoutCredentials(env.proxy), ...credentialsIn(env.proxy), bypass },
    }),
  };
}

/**
 * Gives a page of another site what it embeds of the target with the HTTP Basic login. A browser sends none with a script
 * or frame of another site, and no visitor of a promoter has one. Playwright adds the login of the context's options, which
 * is bound to the target's origin, and the browser follows redirects itself: a header of `route.continue` would
 * accompany the request to wherever it is redirected.
 */
export async function sendBasicAcrossSites(page: Page, env: Environment): Promise<void> {
  if (basicOf(env) === undefined) return;
  const { origin } = new URL(env.address);
  await page.route(
    (url) => url.origin === origin,
    async (route) => {
      const request = route.request();
      const isInTopWindow = request.isNavigationRequest() && request.frame() === page.mainFrame();
      if (isInTopWindow) return route.continue();
      await route.fulfill({ response: await route.fetch({ maxRedirects: 0 }) });
    },
  );
}

/** Returns the launch options with which Chromium accepts the verified certificate of a private authority, and no other. */
export function withCertificate(
  options: LaunchOptions,
  { browserName, certificate }: { readonly browserName: string; readonly certificate: VerifiedCertificate | undefined },
): LaunchOptions {
  if (certificate === undefined || browserName !== "chromium") return options;
  const accept = `--ignore-certificate-errors-spki-list=${certificate.publicKeyHash}`;
  return { ...options, args: [...(options.args ?? []), accept] };
}

/**
 * Firefox and WebKit take no single certificate: they ignore every certificate error, and only in a run whose target was
 * verified. `isElsewhere` then names the requests to abort: https to any other host.
 */
export function ignoresErrors(browserName: string, certificate: VerifiedCertificate | undefined): boolean {
  return certificate !== undefined && browserName !== "chromium";
}

export function isElsewhere(url: URL, { host }: VerifiedCertificate): boolean {
  return url.protocol === "https:" && url.host !== host;
}
