import { languageOf } from "#lib/i18n/languages.ts";

/** A text for each plural form of the language; `other` is used where a form is missing. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type Values = Readonly<Record<string, string | number>>;

/** Returns a message with values in its `{places}`. Small enough for the browser, unlike a message parser. */
export function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Returns the separator of a list in the language. */
export function comma(locale: string): string {
  return languageOf(locale).comma;
}

/** Returns "Sat, 12 Dec, 7:30 pm", with the language's comma. */
export function dayAndTime(day: string, time: string, locale: string): string {
  return `${day}${comma(locale)}${time}`;
}

/** Returns "Adult, Floor". Names in Latin letters have the Latin comma also in an Arabic text, where the whole is isolated. */
export function inSection(name: string, section: string | undefined, locale: string): string {
  if (section === undefined) return name;
  return `${name}${RIGHT_TO_LEFT.test(name + section) ? comma(locale) : ", "}${section}`;
}

/** Returns the plural form for `count`, with `{count}` and other values filled in. */
export function plural(forms: Plural, count: number, locale: string, values: Values = {}): string {
  return fill(forms[new Intl.PluralRules(locale).select(count)] ?? forms.other, { count, ...values });
}

/** Returns "15%" of 15, as the language writes it. */
export function percentText(percentage: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(percentage / 100);
}

/**
 * Returns a user's text as one line for a file that is not HTML. Control characters, direction overrides and zero-width
 * characters are removed: they could change what a ticket appears to say. A joiner stays after the letters that it joins. Direction marks stay: they reorder no
 * letters, and keep "NZ$" together in Arabic.
 */
export function plainLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(UNSEEN, "")
    .trim();
}

/** Overrides and zero-width characters; a joiner only where it follows no letter or sign of a script that is written with joiners. */
const UNSEEN =
  /[\u200B\u202A-\u202E\u2060-\u2069\uFEFF]|(?<![\p{M}\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}])[\u200C\u200D]/gu;

/**
 * Returns the parts of an address as one text. Where one is written from right to left, those after the first are isolated: the
 * number of a street stays with the street, and the first part decides the direction of the whole.
 */
export function addressText(parts: readonly (string | undefined)[]): string {
  const [first = "", ...others] = parts.filter((part): part is string => part !== undefined && part !== "");
  const isMixed = [first, ...others].some((part) => RIGHT_TO_LEFT.test(part));
  return [first, ...others.map((part) => (isMixed ? `\u2068${part}\u2069` : part))].join(", ");
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the beginning of a long text, of at most `most` letters, cut between words and never within a letter. */
export function excerpt(text: string, most: number): string {
  const line = text.trim().replace(/\s+/gu, " ");
  const all = Array.from(letters.segment(line), ({ segment }) => segment);
  if (all.length <= most) return line;
  const cut = all.slice(0, most - 1).join("");
  const end = all[most - 1] === " " ? cut.length : cut.lastIndexOf(" ");
  // Chinese and Japanese have no spaces: the last one may be near the beginning.
  const whole = end > 0.7 * cut.length ? cut.slice(0, end) : cut;
  return `${whole.replace(/[\s,;:–—-]+$/u, "")}…`;
}
