/** An exact amount in the currency's smallest unit: 45.00 AUD is { minor: 4500 }; 45 JPY is { minor: 45 }. */
export type Money = { readonly minor: number; readonly currency: string };

/** Returns the amount, or `undefined` unless the text is a plain decimal with no more decimals than the currency has. */
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

/** Returns the text of an amount, with the currency's number of decimals: "45.00", "45", "-0.500". */
export function toDecimal({ minor, currency }: Money): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Returns the sum. Throws a TypeError when the currencies differ. */
export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} cannot be added.`);
  return { minor: a.minor + b.minor, currency: a.currency };
}

export function timesMoney(money: Money, times: number): Money {
  return { minor: money.minor * times, currency: money.currency };
}

/** The decimals of each currency that does not have two, by ISO 4217. The test compares them with the published list. */
const OTHER_DIGITS: ReadonlyMap<string, number> = new Map([
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW"].map((currency) => [currency, 0] as const),
  ...["PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"].map((currency) => [currency, 0] as const),
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((currency) => [currency, 3] as const),
  ...["CLF", "UYW"].map((currency) => [currency, 4] as const),
]);

/** Returns the number of decimals of a currency. It must not depend on the version of Node: amounts are stored in minor units. */
export function currencyDigits(currency: string): number {
  return OTHER_DIGITS.get(currency) ?? 2;
}

/** The tax rate of each currency in per cent. Prices include the tax. */
const PERCENT: Readonly<Record<string, number>> = { AUD: 10, NZD: 15, SGD: 9 };

/** Returns the goods and services tax inside an amount, rounded half up to the minor unit. */
export function taxInside({ minor, currency }: Money): Money {
  const percent = PERCENT[currency] ?? 0;
  return { minor: Math.floor((2 * minor * percent + 100 + percent) / (2 * (100 + percent))), currency };
}
