/** A sentence per plural form of the language; `other` serves where a form is not told apart. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type Values = Readonly<Record<string, string | number>>;

/** Puts values into the `{places}` of a message. Small enough for the browser, where a message parser is not. */
export function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** What stands between two parts of one name or moment, in the language of the page. */
export function comma(locale: string): string {
  return locale === "ar" ? "، " : ", ";
}

/** "Sat, 12 Dec, 7:30 pm", with the comma of the language. */
export function dayAndTime(day: string, time: string, locale: string): string {
  return `${day}${comma(locale)}${time}`;
}

/** "Adult, Floor". */
export function inSection(name: string, section: string | undefined, locale: string): string {
  return section === undefined ? name : `${name}${comma(locale)}${section}`;
}

/** Picks the form that the language wants for `count`, and fills in `{count}` and the rest. */
export function plural(forms: Plural, count: number, locale: string, values: Values = {}): string {
  return fill(forms[new Intl.PluralRules(locale).select(count)] ?? forms.other, { count, ...values });
}
