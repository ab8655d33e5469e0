/** An exact amount in the currency's smallest unit: 45.00 AUD is { minor: 4500 }; 45 JPY is { minor: 45 }. */
export type Money = { readonly minor: number; readonly currency: string };

/** Returns the amount of a decimal; `undefined` where the text is not one, or has more decimals than the currency. */
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

/** Returns an amount as the wire writes it, with the currency's number of decimals: "45.00", "45", "-0.500". */
export function toDecimal({ minor, currency }: Money): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} + ${b.currency}`);
  return { minor: a.minor + b.minor, currency: a.currency };
}

export function timesMoney(money: Money, times: number): Money {
  return { minor: money.minor * times, currency: money.currency };
}

/**
 * Returns an amount for display: "48,50 NZ$", with the same digits in every language. Where its symbol is a bare "$", which several
 * countries have, it names the country or has the currency's code, as an amount in another currency than the account's has:
 * "NZ$48.50", "USD 48.50", "EUR 12.00".
 */
export function formatMoney(money: Money, locale: string, home = accountCurrency()): string {
  const text = inForm(money, locale, home);
  return /^[^\p{L}]*\$[^\p{L}]*$/u.test(text) ? inForm(money, locale, "") : text;
}

function inForm(money: Money, locale: string, home: string | undefined): string {
  const isHome = home === undefined || money.currency === home;
  const symbol = written(money, locale, isHome && locale === "en" ? "narrowSymbol" : "symbol");
  const text = isHome || /\p{L}/u.test(symbol) ? symbol : written(money, locale, "code");
  // In right-to-left text a sign at the end, as in "NZ$", would be reordered to the other side of its letters. A sign
  // at the start would pull the letters along with the digits, and the currency would change sides for a negative
  // amount.
  return text.replace(/^(\u200f.*[^\u200f])$/, "$1\u200e").replace(/^(\u200f\u200e-[\d.,]+)/, "$1\u200f");
}

type Display = "narrowSymbol" | "symbol" | "code";

/** Kept, since a page has dozens of amounts, and each may need two of them. */
const formats = new Map<string, Intl.NumberFormat>();

function written({ minor, currency }: Money, locale: string, currencyDisplay: Display) {
  return formatIn(locale, currency, currencyDisplay).format(minor / 10 ** currencyDigits(currency));
}

function formatIn(locale: string, currency: string, currencyDisplay: Display): Intl.NumberFormat {
  const key = `${locale} ${currency} ${currencyDisplay}`;
  const kept = formats.get(key);
  if (kept !== undefined) return kept;
  const digits = currencyDigits(currency);
  const made = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
    style: "currency",
    // The runtime shows no decimals for some currencies that have two.
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    currency,
    currencyDisplay,
  });
  formats.set(key, made);
  return made;
}

export function isZero({ minor }: Money): boolean {
  return minor === 0;
}

const CURRENCY = Symbol.for("foyer, account currency");

type WithCurrency = { [CURRENCY]?: string };

/** Sets the account's currency for this process. The server calls it once, at start. */
export function setAccountCurrency(currency: string): void {
  (globalThis as WithCurrency)[CURRENCY] = currency;
}

/**
 * Returns the account's currency: in a browser from the `data-currency` of the page, on the server from the process.
 * Returns `undefined` where neither was set, as in a unit test.
 */
export function accountCurrency(): string | undefined {
  if (typeof document === "undefined") return (globalThis as WithCurrency)[CURRENCY];
  return document.documentElement.dataset.currency;
}

/**
 * The number of decimals of currencies that do not have two, by ISO 4217. A test compares it with the published list.
 */
const OTHER_DIGITS = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
] as const;

/** Returns a currency's number of decimals. It must not change with the runtime: amounts are stored in minor units. */
export function currencyDigits(currency: string): number {
  return OTHER_DIGITS.find(([, currencies]) => currencies.split(" ").includes(currency))?.[0] ?? 2;
}

/** Returns the name of a currency in a sentence: "New Zealand dollars". */
export function currencyName(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "name" }).formatToParts(
    100,
  );
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}
