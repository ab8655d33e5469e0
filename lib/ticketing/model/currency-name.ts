/** Returns the name of a currency in a sentence: "New Zealand dollars". */
export function currencyName(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "name" }).formatToParts(
    100,
  );
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}
