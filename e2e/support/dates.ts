import { words } from "./words.ts";

type Style = Intl.DateTimeFormatOptions;

const DAY: Style = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
const TIME: Style = { hour: "numeric", minute: "2-digit" };
const comma = words.language === "ar" ? "، " : ", ";

/** Returns a date of another year than this one as the storefront shows it, "Sat, 5 Dec 2099" for `2099-12-05`. */
export const dayText = (day: string): string => written(`${day}T00:00`, DAY);

/** Returns "7:30 pm" for a venue's local time, `2099-12-05T19:30`. */
export const timeText = (at: string): string => `${written(at, TIME)}${words.language === "de" ? " Uhr" : ""}`;

/** Returns "Sat, 5 Dec 2099, 7:30 pm". */
export const dayAndTime = (at: string): string => `${written(at, DAY)}${comma}${timeText(at)}`;

/** Returns "Fri 4 – Sun 6 Dec 2099" for two days of another year than this one. */
export const daysText = (first: string, last: string): string => {
  const text = plain(formatOf(DAY).formatRange(new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`)));
  // The storefront's ranges within a month have no comma, whatever the runtime's have.
  return ["en", "ar"].includes(words.language) ? text.replaceAll(/[,،]/g, "") : text;
};

/** Returns "December 2099" for `2099-12`. */
export const monthText = (month: string): string => written(`${month}-01T00:00`, { month: "long", year: "numeric" });

function written(at: string, style: Style): string {
  return plain(formatOf(style).format(new Date(`${at}Z`)));
}

/** The storefront writes English dates as in Australia, and the same digits in every language. */
function formatOf(style: Style): Intl.DateTimeFormat {
  const language = words.language === "en" ? "en-AU" : words.language;
  return new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, { ...style, timeZone: "UTC" });
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, " ");
}
