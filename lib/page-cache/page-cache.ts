import { join } from "node:path";
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
    count("foyer_storefront_page_cache_total", { result: entry ? "fresh" : "missing" });
    return entry ? { value: entry.value, lastModified: entry.madeAt, cacheControl: entry.cacheControl } : null;
  }

  async set(key: string, value: Value, context: Context) {
    if (isBuildPhase || (value?.kind === "APP_PAGE" && typeof value.html === "string" && hasNonce(value.html))) return;
    if (value?.kind === "APP_ROUTE" && !KEPT_STATUSES.includes(value.status)) return;
    const stored = storedOf(value, context);
    const { status = OK } = value ?? {};
    // Only the visitor whose request rendered this page gets it; all others still get the stored page.
    if (status === UNAVAILABLE && (await entries.get(key)) !== undefined) return;
    // Only existing pages: invented URLs must not fill the disk. Other entries are quick to make again.
    const onDisk = value?.kind === "APP_PAGE" && status === OK;
    await entries
      .put({ key, value: stored, madeAt: Date.now(), cacheControl: context.cacheControl }, onDisk)
      .catch((cause: Error) => process.stderr.write(`The page cache could not write: ${cause.message}\n`));
  }

  async revalidateTag() {
    // Pages are rendered again by their age alone: nothing marks a tag.
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
    "content-security-policy": staticPagePolicy(html, framersOf(tags, embedOrigins)),
  });
  // A page cannot set its status, so it has a tag that names it.
  const statusTag = tags.find((tag) => tag.startsWith("status:"));
  if (statusTag !== undefined) value.status = Number(statusTag.slice("status:".length));
  if (value.status === UNAVAILABLE) value.headers["retry-after"] = RETRY_AFTER_SECONDS;
  return value;
}

function tagsOf(value: NonNullable<Value>, { tags = [], softTags = [] }: Context): readonly string[] {
  const own = value.headers?.["x-next-cache-tags"]?.split(",") ?? value.tags ?? [];
  return [...own, ...tags, ...softTags];
}
