import type { Environment } from "./target/env.ts";
import { openStorefront } from "./target/network.ts";
import { words } from "./words.ts";

/**
 * Returns an amount as the storefront shows it in the language of the run: "NZ$47.50" or "47,50 NZ$" for "47.50". It is in the
 * account's currency, as the events of tests are, unless another is given.
 */
export type Money = (decimal: string, currency?: string) => string;

/** Reads the account's currency from the storefront. Throws when its pages do not name one. */
export async function openMoney(env: Environment): Promise<Money> {
  const html = await (await openStorefront(env).fetch(`/${words.language}`)).text();
  const [, home] = /<html[^>]* data-currency="([A-Z]{3})"/.exec(html) ?? [];
  if (home === undefined) throw new Error(`/${words.language} does not name the account's currency in data-currency.`);
  const { language } = words;
  return (decimal, currency = home) => {
    const shown = moneyText(decimal, { currency, home, language });
    return shown.includes("$") && !/\p{L}/u.test(shown) ? moneyText(decimal, { currency, home: "", language }) : shown;
  };
}

type Written = { readonly currency: string; readonly home: string; readonly language: string };

/** Another currency than the account's has its country sign, "A$", or its code. Tests compare with collapsed whitespace. */
export function moneyText(decimal: string, { currency, home, language }: Written): string {
  const [, decimals = ""] = decimal.split(".");
  const written = (currencyDisplay: "narrowSymbol" | "symbol" | "code") =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, {
      style: "currency",
      minimumFractionDigits: decimals.length,
      maximumFractionDigits: decimals.length,
      currency,
      currencyDisplay,
    })
      .format(Number(decimal))
      .replaceAll(/\s/g, " ");
  const symbol = written(currency === home && language === "en" ? "narrowSymbol" : "symbol");
  const shown = currency === home || /\p{L}/u.test(symbol) ? symbol : written("code");
  // Adds the direction marks that keep sign and letters in order in right-to-left text.
  return shown
    .replace("-", "\u2212")
    .replace(/^(\u200f.*[^\u200f])$/, "$1\u200e")
    .replace(/^(\u200f\u200e\u2212[\d.,]+)/, "$1\u200f");
}
