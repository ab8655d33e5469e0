import { type TypedPage, typedPage } from "#app/[locale]/promoter/_components/host-check/typed-page.ts";
import { type EventLink, formatEventLink, parseEventLink } from "#lib/catalogue/event-link.ts";
import { pathOfTarget, type Target } from "#lib/ticketing/model/target.ts";

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `light` is what an embed has without the attribute. */
export const THEMES = ["light", "dark", "auto"] as const;
export type Theme = (typeof THEMES)[number];

/** The input of the kit. All of it is in the URL, so that an unfinished link can be shared. */
export type ShareQuery = TypedPage & {
  readonly link: EventLink;
  /** The language of the page that the link opens. */
  readonly language: string;
  /** The origin of the promoter's page; `ANY_SITE`, or empty where none was chosen. */
  readonly site: string;
  /** The path on it to which buyers come back. */
  readonly back: string;
  readonly accent: string | undefined;
  readonly theme: Theme;
};

export const ANY_SITE = "any";
export const BACK_MAX = 200;
const ORIGIN_MAX = 300;

export function shareQueryIn(query: Query, languages: readonly [string, ...string[]], own: string): ShareQuery {
  const one = (name: string) => oneOf(query, name);
  const parameters = new URLSearchParams();
  for (const name of Object.keys(query)) if (one(name) !== "") parameters.set(name, one(name));
  return {
    link: parseEventLink(parameters),
    language: languages.find((language) => language === one("lang")) ?? own,
    site: one("site").slice(0, ORIGIN_MAX),
    back: one("back").slice(0, BACK_MAX),
    accent: /^#[\da-f]{6}$/i.exec(one("accent"))?.[0].toLowerCase(),
    theme: THEMES.find((theme) => theme === one("theme")) ?? "light",
    ...typedPage(query),
  };
}

export function oneOf(query: Query, name: string): string {
  return [query[name]].flat()[0] ?? "";
}

/** Returns what the address of the kit keeps when another thing is opened, or a check is asked for. */
export function lookIn({ language, site, back, accent, theme }: ShareQuery): Readonly<Record<string, string>> {
  return {
    lang: language,
    ...(site !== "" && { site }),
    ...(back !== "" && { back }),
    ...(accent !== undefined && { accent }),
    ...(theme !== "light" && { theme }),
  };
}

/** Adds the medium `poster`, unless the promoter has set another. */
function asPoster(link: EventLink): EventLink {
  return { ...link, source: { ...link.source, utm: { medium: "poster", ...link.source?.utm } } };
}

/** A longer URL makes a QR code with modules too small for a phone. */
const POSTER_LENGTH_MAX = 800;

/** Returns the URL of a poster's QR code: as much of the link as fits, and always the page that it opens. */
export function posterAddress(origin: string, language: string, target: Target, link: EventLink): string {
  const { source: _source, ...withoutSource } = link;
  const { wanted: _wanted, code: _code, ...bare } = withoutSource;
  const addresses = [link, withoutSource, { ...bare, wanted: [] }, { wanted: [] }].map((each) =>
    addressOf(origin, language, target, asPoster(each)),
  );
  return addresses.find(({ length }) => length <= POSTER_LENGTH_MAX) ?? addresses.at(-1) ?? origin;
}

/** Returns "https://tickets.example/en/events/12?qty.3=2". */
export function addressOf(origin: string, language: string, target: Target, link: EventLink): string {
  return withQuery(`${origin}${pathOfTarget(target, language)}`, formatEventLink(link));
}

export function withQuery(address: string, query: string): string {
  return query === "" ? address : `${address}?${query}`;
}
