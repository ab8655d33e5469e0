import type { LaunchOptions, Page, PlaywrightTestOptions } from "@playwright/test";
import type { Environment } from "./env.ts";
import { credentialsIn, type VerifiedCertificate, withoutCredentials } from "./network.ts";
import { basicHeaderOf, basicOf } from "./storefront.ts";

type Configured = Omit<Environment, "address"> & { readonly address?: string | undefined };
type Options = Partial<Pick<PlaywrightTestOptions, "httpCredentials" | "proxy">>;

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
 * Adds the HTTP Basic login to a page's requests to the target. A browser sends none with a script of another site, such
 * as an embed on a promoter's page, and no visitor of a promoter has one.
 */
export async function sendBasicAcrossSites(page: Page, env: Environment): Promise<void> {
  const basic = basicHeaderOf(env);
  if (Object.keys(basic).length === 0) return;
  const { origin } = new URL(env.address);
  await page.route(
    (url) => url.origin === origin,
    (route) => route.continue({ headers: { ...route.request().headers(), ...basic } }),
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
