import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { count } from "#lib/metrics/measure.ts";
import { framersOf, hasNonce, staticPagePolicy } from "#lib/security/static-page-policy.ts";
import { ENTRY_HEADER, VERSION_HEADER } from "./compressed-pages.ts";
import { Entries, type Entry, removeOtherBuilds } from "./entries.ts";
import { checkEntriesBy } from "./fresh-pages.ts";
import { withStyles } from "./inline-styles.ts";
import { withLateScripts } from "./late-scripts.ts";
import { build, building, embedOrigins, pagesFolder } from "./settings.ts";
import { freshness, markTags } from "./tag-times.ts";

type Value = {
  readonly kind?: string;
  readonly html?: unknown;
  readonly status?: number;
  readonly revalidate?: number;
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
 * Statuses of routes that are cached. The framework passes any: the 405 to one POST of a cached route would be served
 * to all readers.
 */
const KEPT_STATUSES: readonly unknown[] = [200, 404];

const folder = pagesFolder !== undefined && build !== undefined ? join(pagesFolder, build) : undefined;

/** What a header may say. */
const SENDABLE = /^[!-~]+$/;

/** Tells the entries of this page cache from those of another one in the process. */
const CACHE = randomUUID();

/** 132 bits of a hash. */
const VERSION_LENGTH = 22;

/** For the process: Next creates a handler for every request. */
const entries = new Entries(folder, MEMORY_BYTES);

if (pagesFolder !== undefined && build !== undefined) void removeOtherBuilds(pagesFolder, build).catch(() => undefined);

checkEntriesBy(isFresh);

/** Next's cache of static pages and their data, by its documented interface only. */
export default class PageCache {
  async get(key: string, context: Context) {
    const entry = await entries.get(key);
    if (entry === undefined) {
      count("foyer_storefront_page_cache_total", { result: "missing" });
      return null;
    }
    const value = entry.value as Value;
    const now = Date.now();
    const state = value === null ? "fresh" : freshness(tagsOf(value, context), entry.madeAt, now);
    count("foyer_storefront_page_cache_total", { result: state });
    if (state === "fresh") return answer(named(entry), entry.madeAt);
    if (value?.kind === "FETCH")
      return state === "expired" ? null : answer(entry, now - ((value.revalidate ?? 0) + 1) * 1000);
    // Minus one makes Next render before it answers, and keep the old page if that fails; without an entry the old page
    // would be lost.
    if (state === "expired") return answer(entry, -1);
    return { value, lastModified: now - 2000, cacheControl: { ...(entry.cacheControl as object), revalidate: 1 } };
  }

  async set(key: string, value: Value, context: Context) {
    if (building || (value?.kind === "APP_PAGE" && typeof value.html === "string" && hasNonce(value.html))) return;
    if (value?.kind === "APP_ROUTE" && !KEPT_STATUSES.includes(value.status)) return;
    const stored = storedOf(value, context);
    // Only existing pages: invented URLs must not fill the disk. Other entries are quickly made again.
    const onDisk = value?.kind === "APP_PAGE" && value.status !== 404;
    await entries
      .put({ key, value: stored, madeAt: Date.now(), cacheControl: context.cacheControl }, onDisk)
      .catch((cause: Error) => process.stderr.write(`The page cache could not write: ${cause.message}\n`));
  }

  async revalidateTag(tags: string | readonly string[], durations?: { readonly expire?: number }) {
    markTags([tags].flat(), durations, Date.now());
  }

  resetRequestCache() {
    // Nothing is stored for one request.
  }
}

/** Returns an entry with its name in a header, if it is a page. */
function named(entry: Entry): Entry {
  const value = entry.value as Value;
  const name = nameOf(entry);
  if (value === null || name === undefined) return entry;
  return { ...entry, value: { ...value, headers: { ...value.headers, [ENTRY_HEADER]: name } } };
}

/** A name says which page was stored when: the key comes last. */
function nameOf({ key, madeAt, value }: Entry): string | undefined {
  const version = (value as Value)?.headers?.[VERSION_HEADER];
  return version !== undefined && SENDABLE.test(key) ? `${CACHE} ${version} ${madeAt} ${key}` : undefined;
}

/** Returns whether `get` answers `fresh` for the entry of this name, and its time is not over by the framework's clock, which is monotonic. */
function isFresh(name: string): boolean {
  if (!name.startsWith(CACHE)) return false;
  const entry = entries.inMemory(name.slice(name.lastIndexOf(" ") + 1));
  const value = entry?.value as Value | undefined;
  if (entry === undefined || value?.kind !== "APP_PAGE" || nameOf(entry) !== name) return false;
  const { revalidate, expire = Number.POSITIVE_INFINITY } = Object(entry.cacheControl);
  if (typeof revalidate !== "number" || typeof expire !== "number") return false;
  const ageMs = performance.timeOrigin + performance.now() - entry.madeAt;
  if (ageMs >= Math.min(revalidate, expire) * 1000) return false;
  return freshness(tagsOf(value, {}), entry.madeAt, Date.now()) === "fresh";
}

/** Returns an entry as it is stored: a page has its policy, its stylesheets and its version. */
function storedOf(value: Value, context: Context): Value {
  if (value?.kind === "FETCH") return { ...value, tags: context.tags ?? value.tags ?? [] };
  if (value?.kind !== "APP_PAGE" || typeof value.html !== "string") return value;
  // After a rendering that failed, Next stores the page before it again.
  if (value.headers?.[VERSION_HEADER] !== undefined) return value;
  const { html, hashes } = withStyles(withLateScripts(value.html));
  // Changed in place: Next answers the request that rendered the page with these headers, so its first reader gets the
  // policy too. That answer has the page as it was rendered, whose scripts it allows as well, and no version.
  value.headers = Object.assign(value.headers ?? {}, {
    "content-security-policy": staticPagePolicy(
      value.html + html,
      framersOf(tagsOf(value, context), embedOrigins),
      hashes,
    ),
  });
  const version = createHash("sha256").update(html).digest("base64url").slice(0, VERSION_LENGTH);
  return { ...value, html, headers: { ...value.headers, [VERSION_HEADER]: version } };
}

function answer({ value, cacheControl }: Entry, lastModified: number) {
  return { value, lastModified, cacheControl };
}

function tagsOf(value: NonNullable<Value>, { tags = [], softTags = [] }: Context): readonly string[] {
  const own = value.headers?.["x-next-cache-tags"]?.split(",") ?? value.tags ?? [];
  return [...own, ...tags, ...softTags];
}
