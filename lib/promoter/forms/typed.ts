import { withPlainDigits } from "#lib/i18n/typed-text.ts";

const PLAIN = /^(-?)(\d+)(?:[.,٫](\d+))?$/;
const GROUPED = /^(-?)([1-9]\d{0,2}(?:([.,'])\d{3})(?:\3\d{3})*)(?:(?!\3)[.,٫](\d+))?$/;

/**
 * Returns the decimal of a typed amount: "1250.5" of "1,250.50" and of "1.250,50 €". A single comma or dot is the decimal sign
 * unless exactly three digits follow it in a currency that has fewer decimals. A text that is no amount is returned as it is.
 */
export function decimalOf(typed: string, currencyDigits: number): string {
  const text = withPlainDigits(typed)
    .replaceAll(/[\p{Sc}\p{Cf}]/gu, "")
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize("NFKC"))
    .replaceAll(/^\s*[A-Z]{3}|[A-Z]{3}\s*$/g, "")
    .trim()
    .replaceAll(/[\s'’٬]/g, "'");
  const plain = PLAIN.exec(text);
  const grouped = GROUPED.exec(text);
  if (grouped !== null && (plain === null || currencyDigits < 3)) return decimal(grouped[1], grouped[2], grouped[4]);
  return plain === null ? typed : decimal(plain[1], plain[2], plain[3]);
}

function decimal(sign = "", whole = "", fraction: string | undefined): string {
  return sign + whole.replaceAll(/\D/g, "") + (fraction === undefined ? "" : `.${fraction}`);
}

const WALL_TIME = /^(\d\d)-(\d\d)-(\d{4})T((?:[01]\d|2[0-3]):[0-5]\d)/;

export const isWallTime = (text: string) => WALL_TIME.test(text);

/** Returns a wall time as the wire has it, of the texts of a date and a time field; "" of none, and what was typed of no time. */
export function wallTimeOf(day: string, clock: string): string {
  if (day === "" && clock === "") return "";
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(withPlainDigits(day)) ?? [];
  const [, time] = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(withPlainDigits(clock)) ?? [];
  const wallTime = `${date}-${month}-${year}T${time}`;
  return isWallTime(wallTime) ? wallTime : `${day}T${clock}`;
}

/** Returns the texts of the date and the time field of a wall time, or those that were typed of no time. */
export function dayAndClockOf(wallTime: string): readonly [day: string, clock: string] {
  const [, date, month, year, time = ""] = WALL_TIME.exec(wallTime) ?? [];
  if (year !== undefined) return [`${year}-${month}-${date}`, time];
  const [, day = "", clock = ""] = /^(.*)T(.*)$/.exec(wallTime) ?? [];
  return [day, clock];
}
