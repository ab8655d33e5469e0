/** The decimals of each currency that does not have two, by ISO 4217. The test compares them with the published list. */
const OTHER_DIGITS: ReadonlyMap<string, number> = new Map([
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW"].map((currency) => [currency, 0] as const),
  ...["PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"].map((currency) => [currency, 0] as const),
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((currency) => [currency, 3] as const),
  ...["CLF", "UYW"].map((currency) => [currency, 4] as const),
]);

/** Returns the number of decimals of a currency. It must not depend on the runtime: amounts are stored in minor units. */
export function currencyDigits(currency: string): number {
  return OTHER_DIGITS.get(currency) ?? 2;
}
