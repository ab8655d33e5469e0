import { LOCALES, preferredLocale } from "#lib/i18n/languages.ts";
import { canBe, type Folders, parameterOf, readFoldersOfPages, typedPath } from "#lib/security/requests/addresses.ts";
import { patternOf } from "#lib/security/route-patterns.ts";
import { SHORT } from "#lib/security/routes.ts";
import { SOURCE_FIELDS } from "#lib/ticketing/model/source-fields.ts";

/** What mails, chat programs and fingers add to the end of an address. A link may end with a dash or a low line. */
const ADDED = /^(?![-_])[\s\p{P}\p{S}]$/u;
/** Of the path as it is sent. Nothing longer is corrected. */
const PATH_MAX = 2_000;
/** A region may follow the language. */
const LANGUAGE = /^([a-z]{2})(?:[-_][a-z]{2})?$/i;
/** The short address of a poster, which the framework would redirect once more. */
const IS_SHORT = patternOf([SHORT.source]);
const [LONG = "", QUERY_OF_SHORT] = SHORT.destination.split("?");

/** The parameters of links to events, of searches and of frames. No other is passed on. */
const UNDERSTOOD = new RegExp(
  `^(?:${[
    "date|date-group|qty\\.\\d{1,15}|code",
    SOURCE_FIELDS,
    "q|when|from|to|venue|town|tag|dateGroup|group|page",
    "types|target|layout|limit|theme",
  ].join("|")})$`,
);
const VALUE_MAX = 200;

/**
 * Returns a function that corrects an almost right address: without a language, in capitals, or with signs or spaces at
 * its end. It is made of the names of our own folders, of ids and of known parameters, so it leads nowhere else and repeats no other
 * text. It returns `undefined` where no page of ours is meant. `accepted` is the browser's Accept-Language. `root` is the folder of the sources.
 */
export function readAddressCorrections(
  root: string,
): (target: string, accepted: string | undefined) => string | undefined {
  // A folder's own name comes before a parameter in its place.
  const routes = readFoldersOfPages(root).toSorted((one, other) => parameterCount(one) - parameterCount(other));
  return (target, accepted) => {
    const [path = "", search = ""] = target.split("?", 2);
    const typed = path.length <= PATH_MAX ? typedPath(path) : undefined;
    if (typed === undefined) return undefined;
    const parts = withoutAdded(typed).split("/").slice(1);
    const named = LANGUAGE.exec(parts[0] ?? "")?.[1]?.toLowerCase();
    const language = LOCALES.find((locale) => locale === named);
    const rest = language === undefined ? parts : parts.slice(1);
    const locale = language ?? preferredLocale(accepted);
    const { eventId } = IS_SHORT.exec(["", locale, ...rest].join("/"))?.groups ?? {};
    const found = routes.map((folders) => builtOf(folders, rest)).find(Boolean);
    const address = eventId
      ? LONG.replace(":locale", locale).replace(":eventId", eventId)
      : found && ["", locale, ...found].join("/");
    if (address === undefined) return undefined;
    const query = understoodOf(search);
    for (const [name, value] of new URLSearchParams(eventId && QUERY_OF_SHORT))
      if (!query.has(name)) query.set(name, value);
    return query.size > 0 ? `${address}?${query}` : address;
  };
}

/** Looks at each sign once. A pattern that ends with `+$` begins anew at each sign before the end. */
function withoutAdded(typed: string): string {
  const signs = [...typed];
  return signs.slice(0, signs.findLastIndex((sign) => !ADDED.test(sign)) + 1).join("");
}

/** Returns the parts of a path in these folders, in our own spelling; `undefined` where they are not these. */
function builtOf(folders: Folders, parts: readonly string[]): readonly string[] | undefined {
  if (folders.length !== parts.length) return undefined;
  const built = folders.map((folder, at) => {
    const [part = "", parameter] = [parts[at], parameterOf(folder)];
    if (parameter !== undefined) return canBe(parameter, part) ? part : undefined;
    return part.toLowerCase() === folder ? folder : undefined;
  });
  return built.every((part) => part !== undefined) ? built : undefined;
}

function parameterCount(folders: Folders): number {
  return folders.filter((folder) => parameterOf(folder) !== undefined).length;
}

function understoodOf(search: string): URLSearchParams {
  return new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name, value]) => UNDERSTOOD.test(name) && value.length <= VALUE_MAX),
  );
}
