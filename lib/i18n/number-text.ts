/** Returns a number as the locale writes it, in the digits 0 to 9 in every language. */
export function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(`${locale}-u-nu-latn`).format(value);
}
