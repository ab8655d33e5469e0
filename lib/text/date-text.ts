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

/** "Saturday 5 December": a day of any calendar, in full. */
export function dayInFull(day: string, locale: string): string {
  return format(`${day}T12:00:00Z`, locale, "UTC", { weekday: "long", day: "numeric", month: "long" });
}

/** "Dec 2026", where there is little room. */
export function monthInShort(month: string, locale: string): string {
  return format(`${month}-15T12:00:00Z`, locale, "UTC", { month: "short", year: "numeric" });
}

/** "December 2026", of `2026-12`. */
export function monthInFull(month: string, locale: string): string {
  return monthText(`${month}-15T12:00:00Z`, locale, "UTC");
}

export type Weekday = { readonly short: string; readonly long: string };

/** The days of a week as this language's readers begin it; 1 is Monday. */
export function weekOf(locale: string): { readonly firstDay: number; readonly weekdays: readonly Weekday[] } {
  // The runtime knows the method; the library that the compiler reads does not yet.
  const known = new Intl.Locale(dateLanguage(locale)) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  const firstDay = known.getWeekInfo?.().firstDay ?? 1;
  // 2 November 2026 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, at) => {
    const day = `2026-11-${String(2 + ((firstDay - 1 + at) % 7)).padStart(2, "0")}T12:00:00Z`;
    const name = (weekday: "narrow" | "short" | "long") => format(day, locale, "UTC", { weekday });
    // Arabic shortens to a letter or not at all, and seven whole names do not fit on a phone.
    const short = name("short");
    return { short: short.length > 4 ? name("narrow") : short, long: name("long") };
  });
  return { firstDay, weekdays };
}
