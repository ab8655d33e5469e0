/** An instant as the clock on the venue's wall has it, such as "Sat, 13 Feb 2027, 7:30 pm". */
export function formatEventTime(instant: string, timeZone: string, locale: string, form: keyof typeof FORMS): string {
  return new Intl.DateTimeFormat(regional(locale), { ...FORMS[form], timeZone })
    .format(new Date(instant))
    .replaceAll("\u202F", " ");
}

/** The place whose clock it is, out of the zone's name: "Wellington" is not in there, "Auckland" is. */
export function placeOfZone(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

const FORMS = {
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
  short: { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" },
  time: { hour: "numeric", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** English without a country would put the month before the day. */
function regional(locale: string): string {
  return locale === "en" ? "en-NZ" : locale;
}
