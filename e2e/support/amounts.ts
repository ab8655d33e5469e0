const ARABIC_ZERO = "\u0660".charCodeAt(0);

/**
 * Returns an amount of money in the currency's smallest unit, from a decimal number or from a text of any language with one
 * price: 4850 for "48.50", "A$48.50" and "48,50 €".
 */
export function amountIn(shown: string): number {
  const digits = shown.replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));
  return Number(digits.replaceAll(/\D/g, ""));
}
