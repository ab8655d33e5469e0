import { join } from "node:path";
import { isServiceSilent, outOfDateAt } from "#lib/runtime/catalogue-changes.ts";
import { siteOrigins } from "#lib/runtime/site-origins.ts";
import { ENDED_TAG } from "#lib/security/routes.ts";
import { framersOf, hasNonce, staticPagePolicy } from "#lib/security/static-page-policy.ts";
import { RETRY_AFTER_SECONDS } from "#lib/telemetry/current-request.ts";
import { count } from "#lib/telemetry/metrics.ts";
import { buildKey, embedOrigins, isBuildPhase, pagesFolder } from "./build-settings.ts";
import { Entries, removeOtherBuilds } from "./entries.ts";
import { withLateScripts } from "./late-scripts.ts";

type Value = {
  readonly kind?: string;
  html?: unknown;
  status?: number;
  readonly tags?: readonly string[];
  headers?: Record<string, string>;
} | null;

type Context = {
  readonly tags?: readonly string[];
  readonly softTags?: readonly string[];
  readonly cacheControl?: object;
};

/**
 * A page that a change made out of date is sent for this long while it is rendered again. Then it is rendered before it is sent, so
 * that nobody gets it late.
 */
const IN_BACKGROUND_MS = 500;

/** For shared caches. The pages change within seconds of the catalogue, and a browser asks each time. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";

const MEMORY_BYTES = 64 * 1024 * 1024;

/**
 * The statuses of route handlers' responses that are cached. Next passes every response: the 405 to one POST of a cached route
 * would be served to all visitors.
 */
const KEPT_STATUSES: readonly unknown[] = [200, 404];

const OK = 200;
const UNAVAILABLE = 503;

const folder = pagesFolder !== undefined && buildKey !== undefined ? join(pagesFolder, buildKey) : undefined;

/** Shared by all handlers, since Next creates one for every request. */
const entries = new Entries(folder, MEMORY_BYTES);

if (pagesFolder !== undefined && buildKey !== undefined)
  void removeOtherBuilds(pagesFolder, buildKey).catch(() => undefined);

/** Next's cache of static pages and their data, by its documented interface only. */
export default class PageCache {
  async get(key: string) {
    const entry = await entries.get(key);
    if (entry === undefined) {
      count("foyer_storefront_page_cache_total", { result: "missing" });
      return null;
    }
    const { value, madeAt, cacheControl } = entry;
    const change = outOfDateAt(tagsOf(value as Value), madeAt);
    count("foyer_storefront_page_cache_total", { result: change === undefined ? "fresh" : "out_of_date" });
    // While the service does not answer, a page is sent at any age.
    const kept = isServiceSilent() ? { ...Object(cacheControl), expire: undefined } : cacheControl;
    if (change === undefined) return { value, lastModified: madeAt, cacheControl: kept };
    // Next renders an entry of -1 before it answers, and one that is older than its `revalidate` after it.
    return Date.now() - change > IN_BACKGROUND_MS && !isServiceSilent()
      ? { value, lastModified: -1, cacheControl }
      : { value, lastModified: Date.now() - 2_000, cacheControl: { ...Object(kept), revalidate: 1 } };
  }

  async set(key: string, value: Value, context: Context) {
    if (isBuildPhase || (value?.kind === "APP_PAGE" && typeof value.html === "string" && hasNonce(value.html))) return;
    if (value?.kind === "APP_ROUTE" && !KEPT_STATUSES.includes(value.status)) return;
    const before = await entries.get(key);
    const stored = storedOf(value, context);
    const { status = OK } = value ?? {};
    // Only the visitor whose request rendered this page gets it; all others still get the stored page.
    if (status === UNAVAILABLE && before !== undefined) return;
    // After a rendering that failed, Next gives the stored value back, to be sent until the next try.
    const madeAt = value !== null && value === before?.value ? Date.now() : readAt(tagsOf(value, context));
    // Only existing pages: invented URLs must not fill the disk. Other entries are quick to make again.
    const onDisk = value?.kind === "APP_PAGE" && status === OK;
    await entries
      .put({ key, value: stored, madeAt, cacheControl: context.cacheControl }, onDisk)
      .catch((cause: Error) => process.stderr.write(`The page cache could not write: ${cause.message}\n`));
  }

  async revalidateTag() {
    // `catalogue-changes.ts` has the marks: they are made outside of any request, where Next has no call for them.
  }

  resetRequestCache() {
    // Nothing is stored for one request.
  }
}

/** Returns the value to store. A page is stored with its policy. */
function storedOf(value: Value, context: Context): Value {
  if (value?.kind === "FETCH") return { ...value, tags: context.tags ?? value.tags ?? [] };
  if (value?.kind !== "APP_PAGE" || typeof value.html !== "string") return value;
  // Changes the value in place: Next uses the same object for the response to the request that rendered the page, so that this
  // response has the policy and the status too.
  const html = withLateScripts(value.html) ?? value.html;
  value.html = html;
  const tags = tagsOf(value, context);
  value.headers = Object.assign(value.headers ?? {}, {
    ...(!tags.includes(ENDED_TAG) && { "cache-control": CACHE_CONTROL }),
    "content-security-policy": staticPagePolicy(html, framersOf(tags, [...embedOrigins, ...siteOrigins()])),
  });
  // A page cannot set its status, so it has a tag that names it.
  const statusTag = tags.find((tag) => tag.startsWith("status:"));
  if (statusTag !== undefined) value.status = Number(statusTag.slice("status:".length));
  if (value.status === UNAVAILABLE) value.headers["retry-after"] = RETRY_AFTER_SECONDS;
  return value;
}

/** Returns when the data of a page was read first (Unix milliseconds): a change during its rendering makes it out of date. */
function readAt(tags: readonly string[]): number {
  const times = tags.filter((tag) => tag.startsWith("read:")).map((tag) => Number(tag.slice("read:".length)));
  return Math.min(Date.now(), ...times);
}

function tagsOf(value: Value, { tags = [], softTags = [] }: Context = {}): readonly string[] {
  const own = value?.headers?.["x-next-cache-tags"]?.split(",") ?? value?.tags ?? [];
  return [...own, ...tags, ...softTags];
}
