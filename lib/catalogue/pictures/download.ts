import "server-only";

import { lookup } from "node:dns/promises";
import { Agent, request } from "undici";
import { readLimited } from "#lib/runtime/limited-text.ts";
import { isPublicAddress } from "#lib/runtime/public-address.ts";

/** A picture that is not fetched, with the reason for the log. */
export class PictureRefused extends Error {}

/** An origin whose address may be private: the sandbox's own service, with its certificate authority. */
export type OwnOrigin = { readonly origin: string; readonly ca?: string };

export type DownloadOptions = {
  readonly own?: OwnOrigin | undefined;
  /** The ETag of the copy that is already stored. */
  readonly etag?: string | undefined;
  /** The time for everything from the DNS lookup to the last byte, in milliseconds. */
  readonly limitMs?: number;
  readonly bytesMax?: number;
  /** Returns the IP addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
};

type Downloaded = { readonly bytes: Buffer; readonly etag?: string } | "not_modified";

const BYTES_MAX = 15 * 1024 * 1024;
const DOWNLOAD_MS = 10_000;
const REDIRECTS_MAX = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Fetches a picture from a URL that a promoter typed. Allows only https on the default port and public IP addresses, also after
 * each redirect. Connects to the IP address that was checked, so that the name cannot resolve to another one in between. Throws
 * PictureRefused.
 */
export async function download(address: string, options: DownloadOptions = {}): Promise<Downloaded> {
  const signal = AbortSignal.timeout(options.limitMs ?? DOWNLOAD_MS);
  let url = parsed(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const next = await downloadOne(url, signal, options).catch(asRefused);
    if (!(next instanceof URL)) return next;
    url = next;
  }
  throw new PictureRefused("too many redirects");
}

async function downloadOne(url: URL, signal: AbortSignal, options: DownloadOptions): Promise<Downloaded | URL> {
  const { etag: known, bytesMax = BYTES_MAX } = options;
  const agent = await agentFor(url, signal, options);
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal,
      headers: {
        Accept: "image/avif,image/webp,image/jpeg,image/png",
        ...(known !== undefined && { "If-None-Match": known }),
      },
    });
    if (statusCode === 304 && known !== undefined) return "not_modified";
    if (REDIRECTS.includes(statusCode)) return parsed(String(headers.location ?? ""), url);
    if (statusCode !== 200) throw new PictureRefused(`status ${statusCode}`);
    if (Number(headers["content-length"] ?? 0) > bytesMax) throw new PictureRefused("too many bytes");
    const bytes = await readLimited(body, bytesMax);
    if (bytes === undefined) throw new PictureRefused("too many bytes");
    const etag = headers.etag;
    return { bytes, ...(typeof etag === "string" && etag.length <= 200 && { etag }) };
  } finally {
    // Closing the connection discards the rest of a body that was not read.
    agent.destroy().catch(() => undefined);
  }
}

/** Returns an agent whose only connection goes to a checked address of the URL's host. */
async function agentFor(url: URL, signal: AbortSignal, { own, resolve = resolved }: DownloadOptions): Promise<Agent> {
  const isOwn = own !== undefined && url.origin === own.origin;
  if (!isOwn && url.port !== "") throw new PictureRefused("an unusual port");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await withinTime(resolve(host), signal);
  const [pinned] = addresses;
  if (pinned === undefined) throw new PictureRefused("a host without an address");
  if (!isOwn && !addresses.every(isPublicAddress)) throw new PictureRefused("an address that is not public");
  const family = pinned.includes(":") ? 6 : 4;
  return new Agent({
    connect: {
      ...(isOwn && own.ca !== undefined && { ca: own.ca }),
      lookup: (_host, { all }, answer) =>
        all ? answer(null, [{ address: pinned, family }]) : answer(null, pinned, family),
    },
  });
}

async function resolved(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function parsed(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url === null || url.protocol !== "https:") throw new PictureRefused("not an https address");
  if (url.username !== "" || url.password !== "") throw new PictureRefused("an address with a password");
  return url;
}

function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new PictureRefused("too slow")), { once: true });
    work.then(resolve, reject);
  });
}

/** Network faults have many classes; their code or name says enough for the log. */
function asRefused(fault: unknown): never {
  if (fault instanceof PictureRefused) throw fault;
  const { name, code } = Object(fault);
  throw new PictureRefused(name === "TimeoutError" ? "too slow" : `no answer: ${code ?? name}`);
}
