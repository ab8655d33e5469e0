import { languageOf } from "./languages.ts";

type Part = { readonly type: string; readonly value: string };

const NO_BREAK = "\u00a0";

/**
 * Returns the parts of a date or of a range as one text. A line may break before a time, around a dash and after a long weekday, and
 * not within "Sat, 13 Feb 2027" or "7:30 pm". Hours have one form, "9:15", alone and in a range, and German times end in "Uhr".
 */
export function dateOfParts(parts: readonly Part[], locale: string): string {
  const afterTime = wordAfterTime(locale);
  // In a range of two times the runtime writes it itself.
  const isWritten = afterTime !== undefined && parts.some(({ value }) => value.includes(afterTime));
  const texts = parts.map((part, at) => {
    if (part.type === "hour") return part.value.replace(/^0(?=\d)/, "");
    if (part.type === "minute" && !isWritten && afterTime) return `${part.value}${NO_BREAK}${afterTime}`;
    return part.type === "literal" ? literalOf(part.value, parts[at - 1], parts[at + 1]) : part.value;
  });
  return texts.join("");
}

/** Of a language, also with a region or an extension: "de-u-nu-latn". */
function wordAfterTime(locale: string): string | undefined {
  return languageOf(locale.replace(/-.*/, "")).afterTime;
}

/** Returns a time for the square of a calendar, which has no place for a word: "19:30" of "19:30 Uhr". */
export function timeInSquare(time: string, locale: string): string {
  const afterTime = wordAfterTime(locale);
  return afterTime === undefined ? time : time.replace(`${NO_BREAK}${afterTime}`, "");
}

/** Not every font has thin and narrow spaces. */
const ANY_SPACE = /[\s\u2009\u202f]/g;

function literalOf(value: string, before: Part | undefined, after: Part | undefined): string {
  const plain = value.replaceAll("\u2009", " ").replaceAll("\u202f", NO_BREAK);
  if (plain.includes("–")) return plain;
  const isInDate = isDay(before) && isDay(after);
  // Arabic ranges of days alone have a comma there: "17 يناير، 2027".
  if (isInDate && after?.type === "year") return beforeYear(plain.replaceAll("،", ""));
  if (isShortWeekday(before)) return plain.replaceAll(ANY_SPACE, NO_BREAK);
  if (/[,،]/.test(plain)) return plain;
  // "Sunday 13 December 2026 at 9:15 am"
  if (after?.type === "hour") return plain.replace(/\s$/, NO_BREAK);
  return isInDate || isClock(before) ? plain.replaceAll(ANY_SPACE, NO_BREAK) : plain;
}

/** In "4 de diciembre de 2026" a line may break before the last word: in one piece it is wider than a small phone's heading. */
function beforeYear(text: string): string {
  return /\p{L}/u.test(text) ? text.replace(/\s$/, NO_BREAK) : text.replaceAll(ANY_SPACE, NO_BREAK);
}

/** As "Sat", "mer." and "Sa."; in Arabic short names are the long ones, and none is wide. */
const SHORT_WEEKDAY = /^(.{1,4}|\p{Script=Arabic}+)$/u;

function isShortWeekday(part: Part | undefined): boolean {
  return part?.type === "weekday" && SHORT_WEEKDAY.test(part.value);
}

/** Returns a day for a narrow tile. A line may also break after its weekday and before its year, and ends after a long Arabic weekday. */
export function dayInTile(day: string): string {
  return day.replace(/،\u00a0(?=\d)/gu, "،\n").replace(/(\p{L}[.,،]*)\u00a0(?=\d)/gu, "$1 ");
}

function isDay(part: Part | undefined): boolean {
  return part !== undefined && ["day", "month", "year"].includes(part.type);
}

function isClock(part: Part | undefined): boolean {
  return part !== undefined && ["minute", "dayPeriod"].includes(part.type);
}
