import { currencyDigits } from "./currency-digits.ts";

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
