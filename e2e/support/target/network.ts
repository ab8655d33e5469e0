import { createHash, type X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { connect, getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { type Environment, settingName } from "./env.ts";
import { timeoutsOf } from "./timeouts.ts";

type Network = Pick<Environment, "address" | "ca" | "proxy" | "control" | "timeoutFactor">;

/** The target cannot be used. Names the setting to correct, and how. */
export class SettingError extends Error {
  readonly setting: string;
  readonly remedy: string;

  constructor(setting: keyof Environment, remedy: string, options: ErrorOptions = {}) {
    super(`${settingName(setting)}: ${remedy}`, options);
    this.setting = settingName(setting);
    this.remedy = remedy;
  }
}

/** Returns the authorities of this machine and those of E2E_CA. Throws a SettingError when the file has none. */
function authoritiesOf({ ca }: Pick<Environment, "ca">): string[] {
  const own = ca === undefined ? [] : certificatesIn(ca);
  return [...getCACertificates("default"), ...own];
}

function certificatesIn(file: string): readonly string[] {
  const text = readOrUndefined(file);
  if (text === undefined)
    throw new SettingError("ca", `${file} does not exist; name the file of the private authority.`);
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (certificates === null)
    throw new SettingError("ca", `${file} has no certificate; name a PEM file of the private authority.`);
  return certificates;
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Makes this process trust E2E_CA, for the calls that Playwright makes itself (`request`, `page.request`). */
export function trustAuthority(env: Pick<Environment, "ca">): void {
  if (env.ca !== undefined) setDefaultCACertificates(authoritiesOf(env));
}

const dispatchers = new Map<string, Dispatcher>();

/** Returns what connects this suite's own calls: through E2E_PROXY if it is set, trusting E2E_CA. One for each setting. */
export function dispatcherOf({ ca, proxy }: Pick<Environment, "ca" | "proxy">): Dispatcher {
  const key = `${ca} ${proxy}`;
  const known = dispatchers.get(key);
  if (known) return known;
  const tls = { ca: authoritiesOf({ ca }) };
  const made =
    proxy === undefined
      ? new Agent({ connect: tls })
      : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls, proxyTunnel: true });
  dispatchers.set(key, made);
  return made;
}

/** Returns an address without its credentials, for messages. */
export function withoutCredentials(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
}

/** Returns the user and password in an address, decoded; both are empty when there are none. */
export function credentialsIn(address: string): { readonly username: string; readonly password: string } {
  const { username, password } = new URL(address);
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

const UNTRUSTED = [
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
];

/** Returns the setting to correct after a call to this address failed without an answer. */
export function reasonOf(error: unknown, env: Network, address = env.address): SettingError {
  if (error instanceof SettingError) return error;
  const codes = codesOf(error);
  const [code = "no answer"] = codes;
  const { origin, host } = new URL(address);
  const options = { cause: error };
  if (codes.some((one) => UNTRUSTED.includes(one)))
    return new SettingError("ca", `${signerOf(env)} signed the certificate of ${host} (${code}); ${SIGNER}`, options);
  if (codes.includes("ERR_TLS_CERT_ALTNAME_INVALID"))
    return new SettingError("address", `the certificate at ${origin} is for another host (${code}).`, options);
  if (codes.includes("CERT_HAS_EXPIRED"))
    return new SettingError("address", `the certificate at ${origin} has expired.`, options);
  if (codes.includes("TimeoutError"))
    return new SettingError(
      "timeoutFactor",
      `${origin} does not answer in time; is it up? Raise the factor if it is slow.`,
      options,
    );
  if (env.proxy !== undefined)
    return new SettingError(
      "proxy",
      `${origin} does not answer through ${withoutCredentials(env.proxy)} (${code}); correct the proxy's address and credential.`,
      options,
    );
  const closed = codes.includes("UND_ERR_SOCKET") && address.startsWith("http:");
  const hint = closed ? "; it closed the connection: is it an https address?" : ".";
  return new SettingError("address", `${origin} does not answer (${code})${hint}`, options);
}

const SIGNER = "name the PEM file of the private authority that did.";
const signerOf = ({ ca }: Network) =>
  `no authority that this machine trusts${ca === undefined ? "" : `, and none in ${ca},`}`;

/** Returns the codes of an error and its causes, such as ECONNREFUSED; the name where one has no code. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const parts = error instanceof AggregateError ? error.errors : [error.cause];
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const inner = parts.flatMap(codesOf);
  return code === undefined ? [...inner, error.name] : [code, ...inner];
}

/** What the browser may accept besides the authorities that it trusts itself. */
export type VerifiedCertificate = {
  readonly host: string;
  /** SHA-256 of the certificate's public key, in base64, as Chromium's `--ignore-certificate-errors-spki-list` takes it. */
  readonly publicKeyHash: string;
};

/**
 * Connects to the target and verifies its chain and host name with E2E_CA. Returns the certificate's public key, so that a
 * browser, which does not know the authority, accepts this certificate and no other. `undefined` without E2E_CA or https.
 */
export async function verifiedCertificateOf(env: Network): Promise<VerifiedCertificate | undefined> {
  const { protocol, hostname, port, host } = new URL(env.address);
  if (env.ca === undefined || protocol !== "https:") return undefined;
  try {
    const certificate = await certificateAt({ hostname, port: Number(port || 443) }, env);
    const key = certificate.publicKey.export({ type: "spki", format: "der" });
    return { host, publicKeyHash: createHash("sha256").update(key).digest("base64") };
  } catch (error) {
    throw reasonOf(error, env);
  }
}

type Server = { readonly hostname: string; readonly port: number };

async function certificateAt({ hostname, port }: Server, env: Network): Promise<X509Certificate> {
  const tunnel = env.proxy === undefined ? {} : { socket: await tunnelTo(`${hostname}:${port}`, env.proxy, env) };
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const timeout = timeoutsOf(env).handshake;
    // A name, not an address, is sent as the server's name.
    const servername = /^[\d.]+$|:/.test(host) ? "" : host;
    const socket: TLSSocket = connect({ host, port, servername, ca: authoritiesOf(env), timeout, ...tunnel }, () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      if (certificate === undefined) reject(new Error("The server has no certificate."));
      else resolve(certificate);
    });
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new DOMException("no answer", "TimeoutError")));
  });
}

/** Opens a connection through a proxy. */
function tunnelTo(authority: string, proxy: string, env: Network): Promise<Socket> {
  const { username, password } = credentialsIn(proxy);
  const credential = Buffer.from(`${username}:${password}`).toString("base64");
  const headers = { Host: authority, ...(username !== "" && { "Proxy-Authorization": `Basic ${credential}` }) };
  const request = proxy.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(withoutCredentials(proxy), {
      ...{ method: "CONNECT", path: authority, headers, timeout: timeoutsOf(env).handshake, ca: authoritiesOf(env) },
    })
      .once("connect", ({ statusCode }, socket) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(Object.assign(new Error("The proxy refused."), { code: `the proxy answered ${statusCode}` }));
      })
      .once("error", reject)
      .once("timeout", function (this: { destroy: (error: Error) => void }) {
        this.destroy(new DOMException("The proxy does not answer.", "TimeoutError"));
      })
      .end();
  });
}
