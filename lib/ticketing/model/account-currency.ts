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
