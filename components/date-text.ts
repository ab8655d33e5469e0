/** Dates as this language's readers nearest to us write them: "Sat, 13 Feb", "7:30 pm". */
const FORMATS: Readonly<Record<string, string>> = { en: "en-AU" };

/** One set of figures in every language, as prices, codes and cards have it, whichever a browser would take. */
const FIGURES = "-u-nu-latn-ca-gregory";

/** The language as its dates are written. */
export function dateLanguage(locale: string): string {
  return (FORMATS[locale] ?? locale) + FIGURES;
}

type Options = Intl.DateTimeFormatOptions;

const WEEKDAY_DAY: Options = { weekday: "short", day: "numeric", month: "short" };

/** "Sat, 13 Feb"; with the year when it is not the one that `now` is in. */
export function dayText(at: string, locale: string, timeZone: string, now: Date): string {
  const year: Options = { year: "numeric" };
  const sameYear = format(at, locale, timeZone, year) === format(now.toISOString(), locale, timeZone, year);
  return format(at, locale, timeZone, sameYear ? WEEKDAY_DAY : { ...WEEKDAY_DAY, ...year });
}

/** "7:30 pm"; in the reader's own zone when none is named. */
export function timeText(at: string, locale: string, timeZone?: string): string {
  return format(at, locale, timeZone, { hour: "numeric", minute: "2-digit" });
}

/** What a ticket says: day and time, always with the year, "Sat, 13 Feb 2027, 7:30 pm"; long has every word in full. */
export function momentText(at: string, locale: string, timeZone: string, length: "short" | "long"): string {
  const time: Options = { year: "numeric", hour: "numeric", minute: "2-digit" };
  const day: Options = length === "short" ? WEEKDAY_DAY : { weekday: "long", day: "numeric", month: "long" };
  return format(at, locale, timeZone, { ...day, ...time });
}

/** "February 2027" */
export function monthText(at: string, locale: string, timeZone: string): string {
  return format(at, locale, timeZone, { month: "long", year: "numeric" });
}

/** "13 Feb – 2 Mar"; one day is one day. */
export function rangeText(from: string, to: string, locale: string, timeZone: string, now: Date): string {
  const first = dayText(from, locale, timeZone, now);
  const last = dayText(to, locale, timeZone, now);
  return first === last ? first : `${first} – ${last}`;
}

/** The city of the venue, or the one that its zone is named after: "Pacific/Auckland" is Auckland's. */
export function placeOf({ city, timeZone }: { readonly city: string; readonly timeZone: string }): string {
  return city || (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

function format(at: string, locale: string, timeZone: string | undefined, options: Options): string {
  return new Intl.DateTimeFormat(dateLanguage(locale), { ...options, ...(timeZone !== undefined && { timeZone }) })
    .format(new Date(at))
    .replaceAll("\u202f", " ");
}
