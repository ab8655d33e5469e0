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
