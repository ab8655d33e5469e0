import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { checkServerIdentity, getCACertificates, type PeerCertificate, setDefaultCACertificates } from "node:tls";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { Agent, type Dispatcher, fetch, ProxyAgent, type RequestInit, type Response } from "undici";
import { type Configuration, type Environment, settingName, timeoutsOf } from "./env.ts";

type Init = Pick<RequestInit, "method" | "body" | "signal"> & { readonly headers?: Readonly<Record<string, string>> };

/** The target cannot be used. Names the setting to correct, and how. */
export class SettingError extends Error {
  readonly setting: string;
  readonly remedy: string;

  constructor(setting: Parameters<typeof settingName>[0], remedy: string, options: ErrorOptions = {}) {
    super(`${settingName(setting)}: ${remedy}`, options);
    this.setting = settingName(setting);
    this.remedy = remedy;
  }
}

/** Makes this process trust E2E_CA, in the calls of the suite and in those of Playwright. */
export function trustAuthority({ ca }: Pick<Environment, "ca">): void {
  if (ca === undefined) return;
  let text = "";
  try {
    text = readFileSync(ca, "utf8");
  } catch (cause) {
    throw new SettingError("ca", `${ca} cannot be read; name the file of the private authority.`, { cause });
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (certificates === null)
    throw new SettingError("ca", `${ca} has no certificate; name a PEM file of the private authority.`);
  setDefaultCACertificates([...getCACertificates("default"), ...certificates]);
}

/** The SHA-256 of the public keys, in base64, of the hosts whose certificate Node has verified. */
const verifiedKeys = new Map<string, string>();

/** Node calls this only with a certificate whose chain it has verified. */
function rememberVerified(host: string, certificate: PeerCertificate): Error | undefined {
  const error = checkServerIdentity(host, certificate);
  if (error !== undefined) return error;
  const key = new X509Certificate(certificate.raw).publicKey.export({ type: "spki", format: "der" });
  verifiedKeys.set(host, createHash("sha256").update(key).digest("base64"));
  return undefined;
}

let dispatcher: Dispatcher | undefined;

/** Returns what connects the suite's own calls: through E2E_PROXY if it is set, trusting E2E_CA. */
export function dispatcherOf(env: Pick<Environment, "ca" | "proxy">): Dispatcher {
  if (dispatcher !== undefined) return dispatcher;
  trustAuthority(env);
  const tls = { checkServerIdentity: rememberVerified };
  dispatcher =
    env.proxy === undefined
      ? new Agent({ connect: tls })
      : new ProxyAgent({ uri: env.proxy, requestTls: tls, proxyTunnel: true });
  return dispatcher;
}

/** Opens a client of the storefront, which follows no redirect. Every call of the suite that no browser makes uses it. */
export function openStorefront(env: Environment) {
  return {
    /** Requests a path of the storefront, such as `/en/events.json`. Throws a SettingError when there is no answer. */
    async fetch(path: string, init: Init = {}): Promise<Response> {
      try {
        return await fetch(`${env.address}${path}`, {
          signal: AbortSignal.timeout(timeoutsOf(env).call),
          ...init,
          redirect: "manual",
          dispatcher: dispatcherOf(env),
          headers: { ...(env.basicLogin && { Authorization: basicOf(env.basicLogin) }), ...init.headers },
        });
      } catch (error) {
        throw reasonOf(error, env);
      }
    },
  };
}

/** Returns the header of HTTP Basic. */
export function basicOf({ user, password }: NonNullable<Environment["basicLogin"]>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** Returns an address without its credentials, for messages. */
export function withoutCredentials(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
}

/** Returns the setting to correct after a call to this address failed without an answer. */
export function reasonOf(error: unknown, env: Environment, address = env.address): SettingError {
  if (error instanceof SettingError) return error;
  const codes = codesOf(error);
  const [code = "no answer"] = codes;
  const { origin, host } = new URL(address);
  const options = { cause: error };
  if (codes.includes("ERR_TLS_CERT_ALTNAME_INVALID") || codes.includes("CERT_HAS_EXPIRED"))
    return new SettingError(
      "address",
      `the certificate at ${origin} is expired or for another host (${code}).`,
      options,
    );
  if (codes.some((one) => /CERT|SIGNATURE/.test(one))) {
    const trusted = `no authority that this machine trusts${env.ca === undefined ? "" : `, and none in ${env.ca},`}`;
    const remedy = "name the PEM file of the private authority that did.";
    return new SettingError("ca", `${trusted} signed the certificate of ${host} (${code}); ${remedy}`, options);
  }
  if (codes.includes("TimeoutError"))
    return new SettingError("timeoutFactor", `${origin} does not answer in time; is it up? Raise it if so.`, options);
  if (env.proxy !== undefined) {
    const proxy = withoutCredentials(env.proxy);
    return new SettingError("proxy", `${origin} does not answer through ${proxy} (${code}); correct it.`, options);
  }
  return new SettingError("address", `${origin} does not answer (${code}).`, options);
}

/** Returns the codes of an error and its causes, such as ECONNREFUSED; the name where one has no code. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const inner = (error instanceof AggregateError ? error.errors : [error.cause]).flatMap(codesOf);
  return "code" in error && typeof error.code === "string" ? [error.code, ...inner] : [...inner, error.name];
}

/** Pages that a test serves itself, such as a promoter's, are on this machine and never behind the proxy. */
const ON_THIS_MACHINE = ["localhost", "*.localhost", "127.0.0.1", "[::1]"];

/** Returns the options of every browser context and of Playwright's own requests: HTTP Basic at the target's origin, and the proxy. */
export function contextOptions(env: Configuration): Pick<BrowserContextOptions, "httpCredentials" | "proxy"> {
  if (env.address === undefined) return {};
  const { origin, hostname } = new URL(env.address);
  const options: Pick<BrowserContextOptions, "httpCredentials" | "proxy"> = {};
  if (env.basicLogin !== undefined) {
    const { user: username, password } = env.basicLogin;
    options.httpCredentials = { username, password, origin, send: "always" };
  }
  if (env.proxy !== undefined) {
    const { username, password } = new URL(env.proxy);
    options.proxy = {
      server: withoutCredentials(env.proxy),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      bypass: ON_THIS_MACHINE.filter((host) => host !== hostname).join(),
    };
  }
  return options;
}

/**
 * Gives a page of another site what it embeds of the target with the HTTP Basic login. A browser sends none with a script
 * or frame of another site, and no visitor of a promoter has one. Playwright adds the login of the context's options, which
 * is bound to the target's origin, and the browser follows redirects itself: a header of `route.continue` would
 * accompany the request to wherever it is redirected.
 */
export async function sendBasicAcrossSites(page: Page, env: Environment): Promise<void> {
  if (env.basicLogin === undefined) return;
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

/**
 * Returns the public key of the target's certificate, which a browser does not know and Node has verified with E2E_CA in
 * the handshake. Chromium then accepts this certificate and no other. `undefined` without E2E_CA or https.
 */
export function verifiedKeyOf({ address, ca }: Environment): string | undefined {
  const { protocol, hostname } = new URL(address);
  return ca === undefined || protocol !== "https:" ? undefined : verifiedKeys.get(hostname.replace(/^\[|\]$/g, ""));
}
