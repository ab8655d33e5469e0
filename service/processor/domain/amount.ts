import { currencyDigits } from "./currency-digits.ts";

/** Returns whether this is a positive amount with exactly the currency's number of decimals: "97.00" AUD, "97" JPY. */
export function isAmount(amount: string, currency: string): boolean {
  const match = /^(?:0|[1-9]\d{0,12})(?:\.(\d+))?$/.exec(amount);
  return match !== null && (match[1] ?? "").length === currencyDigits(currency) && /[1-9]/.test(amount);
}
