import { type EventLink, formatEventLink, parseEventLink } from "#lib/domain/links/event-link.ts";

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a promoter asked the builder for. It all stands in the address, so that a link in the making can be shared. */
export type Wish = {
  readonly link: EventLink;
  /** Of the page that the link opens. */
  readonly language: string;
  /** Of the promoter's own page, and what it says of itself. */
  readonly page: string;
  readonly pasted: string;
};

export const PAGE_MAX = 500;
export const PASTED_MAX = 8_000;

export function wishIn(query: Query, languages: readonly [string, ...string[]], own: string): Wish {
  const one = (name: string) => [query[name]].flat()[0] ?? "";
  const asked = new URLSearchParams();
  for (const name of Object.keys(query)) if (one(name) !== "") asked.set(name, one(name));
  return {
    link: parseEventLink(asked),
    language: languages.find((language) => language === one("lang")) ?? own,
    page: one("page").slice(0, PAGE_MAX),
    pasted: one("pasted").slice(0, PASTED_MAX),
  };
}

/** A poster says so, unless the promoter has named another medium. */
function asPoster(link: EventLink): EventLink {
  return { ...link, source: { ...link.source, utm: { medium: "poster", ...link.source?.utm } } };
}

/** A longer address is a code of squares too small for a phone, and soon none at all. */
const POSTER_LENGTH_MAX = 800;

/** What the code of a poster leads to: as much of the link as a code can hold, and always the event. */
export function posterAddress(origin: string, language: string, eventId: number, link: EventLink): string {
  const { source: _source, ...withoutSource } = link;
  const { wanted: _wanted, code: _code, ...bare } = withoutSource;
  const addresses = [link, withoutSource, { ...bare, wanted: [] }, { wanted: [] }].map((each) =>
    addressOf(origin, language, eventId, asPoster(each)),
  );
  return addresses.find(({ length }) => length <= POSTER_LENGTH_MAX) ?? addresses.at(-1) ?? origin;
}

/** "https://tickets.example/en/events/12?qty.3=2" */
export function addressOf(origin: string, language: string, eventId: number, link: EventLink): string {
  const query = formatEventLink(link);
  return `${origin}/${language}/events/${eventId}${query && `?${query}`}`;
}
