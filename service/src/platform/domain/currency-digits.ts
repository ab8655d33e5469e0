/** How many decimals a currency has where it is not two, by ISO 4217. Its test compares it with the published list. */
const OTHER_DIGITS: ReadonlyMap<string, number> = new Map([
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW"].map((currency) => [currency, 0] as const),
  ...["PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"].map((currency) => [currency, 0] as const),
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((currency) => [currency, 3] as const),
  ...["CLF", "UYW"].map((currency) => [currency, 4] as const),
]);

/** Returns a currency's number of decimals. It must not change with the runtime: amounts are stored in minor units. */
export function currencyDigits(currency: string): number {
  return OTHER_DIGITS.get(currency) ?? 2;
}
