/** Returns "15%" of 15, as the language writes it. */
export function percentText(percentage: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(percentage / 100);
}
