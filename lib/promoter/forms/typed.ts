import { withPlainDigits } from "#lib/i18n/typed-text.ts";

/**
 * Returns the decimal of a typed amount: "1250.5" of "1,250.50" and of "1.250,50 €". A single comma or dot is the decimal sign
 * unless exactly three digits follow it. A text that is no amount is returned as it is.
 */
export function decimalOf(typed: string): string {
  const text = withPlainDigits(typed)
    .replaceAll(/[\s\p{Sc}\p{Cf}'’٬]|^[A-Z]{3}|[A-Z]{3}$/gu, "")
    .replaceAll("٫", ",");
  const [, sign = "", digits = ""] = /^(-?)([\d.,]+)$/.exec(text) ?? [];
  const signs = digits.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return digits === "" ? typed : sign + digits;
  const at = digits.lastIndexOf(last);
  const isGrouping = signs.every((one) => one === last) && (signs.length > 1 || digits.length - at === 4);
  const whole = (isGrouping ? digits : digits.slice(0, at)).replaceAll(/[.,]/g, "");
  return whole === "" ? typed : `${sign}${whole}${isGrouping ? "" : `.${digits.slice(at + 1)}`}`;
}

/** Returns a wall time as the wire has it, of the texts of a date and a time field; "" of none, and what was typed of no time. */
export function wallTimeOf(day: string, clock: string): string {
  if (day === "" && clock === "") return "";
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(withPlainDigits(day)) ?? [];
  const [time] = /^\d\d:\d\d/.exec(withPlainDigits(clock)) ?? [];
  return year === undefined || time === undefined ? `${day}T${clock}` : `${date}-${month}-${year}T${time}`;
}

/** Returns the texts of the date and the time field of a wall time. */
export function dayAndClockOf(wallTime: string): readonly [day: string, clock: string] {
  const [, date, month, year, clock = ""] = /^(\d\d)-(\d\d)-(\d{4})T(\d\d:\d\d)/.exec(wallTime) ?? [];
  return year === undefined ? ["", ""] : [`${year}-${month}-${date}`, clock];
}
