/** An exact amount in the currency's smallest unit: 45.00 AUD is { minor: 4500 }; 45 JPY is { minor: 45 }. */
export type Money = { readonly minor: number; readonly currency: string };

/** How many decimals a currency has, by ISO 4217 as the runtime knows it. */
export function currencyDigits(currency: string): number {
  const known = digitsKnown.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsKnown.set(currency, digits);
  return digits;
}

/** The runtime takes long to be asked, and every amount asks. */
const digitsKnown = new Map<string, number>();

/** `undefined` unless the text is a plain decimal with no more decimals than the currency has. */
export function parseMoney(text: string, currency: string): Money | undefined {
  const digits = currencyDigits(currency);
  const match = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  const significant = fraction.replace(/0+$/, "");
  if (significant.length > digits) return undefined;
  const minor = Number(whole + significant.padEnd(digits, "0"));
  return Number.isSafeInteger(minor) ? { minor: sign && minor !== 0 ? -minor : minor, currency } : undefined;
}

/** The wire's text of an amount, always with the currency's own number of decimals: "45.00", "45", "-0.500". */
export function toDecimal({ minor, currency }: Money): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} cannot be added.`);
  return { minor: a.minor + b.minor, currency: a.currency };
}

export function timesMoney(money: Money, times: number): Money {
  return { minor: money.minor * times, currency: money.currency };
}

/**
 * What people read: "$48.50", "€12.00", "¥4,500"; in the same figures in every language. Where dollars are not one's own
 * money it says whose they are: "48,50 NZ$".
 */
export function formatMoney({ minor, currency }: Money, locale: string): string {
  const text = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
    style: "currency",
    currency,
    currencyDisplay: locale === "en" ? "narrowSymbol" : "symbol",
  }).format(minor / 10 ** currencyDigits(currency));
  // In a text from right to left a sign at the end, as in "NZ$", would leave its letters and stand at their other side.
  // One at the start would take them along with the figures, and the currency would change sides when something comes off.
  return text.replace(/^(\u200f.*[^\u200f])$/, "$1\u200e").replace(/^(\u200f\u200e-[\d.,]+)/, "$1\u200f");
}

export function isNothing({ minor }: Money): boolean {
  return minor === 0;
}
