import { momentText } from "#lib/i18n/date-text.ts";
import { formatNumber } from "#lib/i18n/number-text.ts";
import { nameIn, SECRET } from "#lib/promoter/log/log-changes.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";

type Context = {
  readonly locale: string;
  /** Of amounts whose currency the log does not say. */
  readonly currency: string;
  readonly words: Readonly<Record<"yes" | "no" | "none" | "secret" | "allDates", string>>;
  /** The words of values that are names of the wire, such as ORDERS. */
  readonly constants: Readonly<Record<string, string>>;
};

const TEXT_MAX = 200;
/** A time of the database, with its zone or on the clock of the venue. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?(\d\d)?)?$/;

/** Returns a value of the log as people read it. */
export function logValue(path: string, value: unknown, context: Context): string {
  const { locale, currency, words, constants } = context;
  if (value === null && path === "scanDates") return words.allDates;
  if (value === undefined || value === null || value === "") return words.none;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") {
    if (path.endsWith("Minor")) return formatMoney({ minor: value, currency }, locale);
    return formatNumber(value, locale);
  }
  if (Array.isArray(value)) {
    const texts = value.map((one) => logValue(path, one, context));
    return texts.length === 0 ? words.none : new Intl.ListFormat(locale, { type: "unit" }).format(texts);
  }
  if (typeof value !== "string") return shortened(nameIn(value) ?? JSON.stringify(value));
  if (value === SECRET) return words.secret;
  if (Object.hasOwn(constants, value)) return constants[value] ?? value;
  const [isTime, , , zone] = TIME.exec(value) ?? [];
  if (isTime === undefined) return shortened(value);
  return zone === undefined
    ? momentText(`${value}Z`, locale, "UTC", "short")
    : `${momentText(value, locale, "UTC", "short")} UTC`;
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
