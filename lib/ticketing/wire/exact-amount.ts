import "server-only";

import { type Money, toDecimal } from "#lib/ticketing/model/money.ts";

declare global {
  /** Node has it since 22; the compiler's library does not declare it yet. */
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Returns a plain JSON number with the currency's decimals: `30.00`, where a number would print as `30`. */
export function exactAmount(money: Money): object {
  return JSON.rawJSON(toDecimal(money));
}
