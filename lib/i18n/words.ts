/** A text for each plural form of the language; `other` is used where a form is missing. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type Values = Readonly<Record<string, string | number>>;

/** Returns a message with values in its `{places}`. Small enough for the browser, unlike a message parser. */
export function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Returns the separator of a list in the language. */
export function comma(locale: string): string {
  return locale === "ar" ? "، " : ", ";
}

/** Returns "Sat, 12 Dec, 7:30 pm", with the language's comma. */
export function dayAndTime(day: string, time: string, locale: string): string {
  return `${day}${comma(locale)}${time}`;
}

/** Returns "Adult, Floor". */
export function inSection(name: string, section: string | undefined, locale: string): string {
  return section === undefined ? name : `${name}${comma(locale)}${section}`;
}

/** Returns the plural form for `count`, with `{count}` and other values filled in. */
export function plural(forms: Plural, count: number, locale: string, values: Values = {}): string {
  return fill(forms[new Intl.PluralRules(locale).select(count)] ?? forms.other, { count, ...values });
}
