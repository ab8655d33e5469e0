import "server-only";

import { getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import type { ReturnableTicket } from "#lib/orders/return-tickets.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { RefundQuote } from "#lib/ticketing/model/sale.ts";
import type { QuoteInWords } from "./refund-state.ts";

/** Returns what these tickets give back, and why: what those that are kept cost. */
export async function quoteInWords(
  quote: RefundQuote | "asked",
  chosen: readonly ReturnableTicket[],
  locale: Locale,
): Promise<QuoteInWords> {
  const t = await getTranslations({ locale, namespace: "Refund" });
  const ids = chosen.map(({ ticket }) => ticket.admission.id);
  if (quote === "asked") return { ids, lines: [t("quoteAsked")], seen: `${ids.join()} asked` };
  const { amount, rest } = quote;
  const sum = formatMoney(amount, locale);
  const lines = [t("quoteAmount", { amount: sum })];
  if (rest) {
    const kept = { count: rest.quantity, price: formatMoney(rest.price, locale) };
    const savings = new Intl.ListFormat(locale).format(rest.lostSavings);
    lines.push(savings === "" ? t("quoteRest", kept) : t("quoteRestWithout", { ...kept, savings }));
  }
  return { ids, amount: sum, lines, seen: `${ids.join()} ${amount.minor}` };
}
