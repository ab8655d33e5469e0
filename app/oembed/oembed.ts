import { formatEventLink, parseEventLink } from "#lib/catalogue/event-link.ts";
import { LOCALES, type Locale } from "#lib/i18n/languages.ts";
import { escaped } from "#lib/security/requests/plain-page.ts";

/** A page of the shop that can be shown in a frame on another page. */
type EmbeddablePage = {
  readonly locale: Locale;
  readonly kind: "events" | "groups";
  readonly id: string;
  /** What the address preselects, and its source, as the frame and the page read it. */
  readonly query: string;
};

/** As high as the page of an event with a few ticket types. */
const SIZE = { width: 640, height: 720 } as const;

const CACHED_SECONDS = 60 * 60;

type Shop = { readonly FOYER_ORIGIN: string; readonly FOYER_ENVIRONMENT: string };

/**
 * Returns the page at an address of the shop; `undefined` for any other address, and on a test system, which is on no other site. The
 * medium is `oembed` unless the address has another.
 */
export function embeddablePage(address: string, { FOYER_ORIGIN, FOYER_ENVIRONMENT }: Shop): EmbeddablePage | undefined {
  const url = URL.parse(address);
  if (url?.origin !== FOYER_ORIGIN || FOYER_ENVIRONMENT === "uat") return undefined;
  const [, language, kind, id] = /^\/([a-z]{2})\/(events|groups)\/([1-9]\d{0,14})\/?$/.exec(url.pathname) ?? [];
  const locale = LOCALES.find((each) => each === language);
  if (locale === undefined || id === undefined) return undefined;
  const { source, ...link } = parseEventLink(url.searchParams);
  const utm = { medium: "oembed", ...source?.utm };
  const query = formatEventLink({ ...link, source: { ...source, utm } });
  return { locale, kind: kind === "events" ? "events" : "groups", id, query };
}

type Shown = {
  readonly origin: string;
  readonly title: string;
  readonly shop: string;
  /** The largest size that the other page has room for, as it was sent. */
  readonly maxWidth: string | null;
  readonly maxHeight: string | null;
};

/**
 * Returns a page as oEmbed 1.0 of the type "rich". The link before the frame stays where the frame is refused: on a page that is not
 * registered, and in WordPress, which keeps forms out of the frames of a shop that it does not know.
 */
export function richEmbed(
  { locale, kind, id, query }: EmbeddablePage,
  { origin, title, shop, maxWidth, maxHeight }: Shown,
) {
  const path = `${kind}/${id}?${query}`;
  const width = sizeWithin(SIZE.width, maxWidth);
  const height = sizeWithin(SIZE.height, maxHeight);
  const frame = [
    `src="${escaped(`${origin}/${locale}/embed/${path}`)}"`,
    `title="${escaped(title)}" width="${width}" height="${height}" frameborder="0"`,
  ].join(" ");
  return {
    version: "1.0",
    type: "rich",
    title,
    provider_name: shop,
    provider_url: `${origin}/${locale}`,
    cache_age: CACHED_SECONDS,
    html: `<blockquote><a href="${escaped(`${origin}/${locale}/${path}`)}">${escaped(title)}</a></blockquote><iframe ${frame}></iframe>`,
    width,
    height,
  };
}

function sizeWithin(size: number, most: string | null): number {
  return /^[1-9]\d{0,4}$/.test(most ?? "") ? Math.min(size, Number(most)) : size;
}
