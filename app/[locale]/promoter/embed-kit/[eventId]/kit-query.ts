import { type TypedPage, typedPage } from "#app/[locale]/promoter/_components/host-check/typed-page.ts";
import { type EventLink, formatEventLink, parseEventLink } from "#lib/catalogue/event-link.ts";

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The input of the link builder. All of it is in the URL, so that an unfinished link can be shared. */
export type KitQuery = TypedPage & {
  readonly link: EventLink;
  /** The language of the page that the link opens. */
  readonly language: string;
};

export function kitQueryIn(query: Query, languages: readonly [string, ...string[]], own: string): KitQuery {
  const one = (name: string) => [query[name]].flat()[0] ?? "";
  const parameters = new URLSearchParams();
  for (const name of Object.keys(query)) if (one(name) !== "") parameters.set(name, one(name));
  return {
    link: parseEventLink(parameters),
    language: languages.find((language) => language === one("lang")) ?? own,
    ...typedPage(query),
  };
}

/** Adds the medium `poster`, unless the promoter has set another. */
function asPoster(link: EventLink): EventLink {
  return { ...link, source: { ...link.source, utm: { medium: "poster", ...link.source?.utm } } };
}

/** A longer URL makes a QR code with modules too small for a phone. */
const POSTER_LENGTH_MAX = 800;

/** Returns the URL of a poster's QR code: as much of the link as fits, and always the event. */
export function posterAddress(origin: string, language: string, eventId: number, link: EventLink): string {
  const { source: _source, ...withoutSource } = link;
  const { wanted: _wanted, code: _code, ...bare } = withoutSource;
  const addresses = [link, withoutSource, { ...bare, wanted: [] }, { wanted: [] }].map((each) =>
    addressOf(origin, language, eventId, asPoster(each)),
  );
  return addresses.find(({ length }) => length <= POSTER_LENGTH_MAX) ?? addresses.at(-1) ?? origin;
}

/** Returns "https://tickets.example/en/events/12?qty.3=2". */
export function addressOf(origin: string, language: string, eventId: number, link: EventLink): string {
  const query = formatEventLink(link);
  return `${origin}/${language}/events/${eventId}${query && `?${query}`}`;
}
