"use client";

import { useEffect, useState } from "react";
import { fetchStorefront } from "#components/fetch-storefront.ts";
import { BarTotal } from "./bar-total.tsx";
import { chosenOf } from "./picker-fields.tsx";
import type { Choosing } from "./use-choice.ts";

const PAUSE_MS = 400;

const NO_QUOTE = { about: "", total: "", says: "" };

/**
 * The price of the selection: what is charged with discounts and codes, and below it what it is instead of. Without either it is
 * `full`. The quote is debounced, and blocks nothing.
 */
export function QuotedTotal({ choosing, full }: { readonly choosing: Choosing; readonly full: string }) {
  const [quote, setQuote] = useState(NO_QUOTE);
  const { data, choice } = choosing;
  const chosen = chosenOf(choosing).map(({ ticket, quantity }) => [`qty.${ticket.id}`, String(quantity)]);
  const query = new URLSearchParams([...chosen, ["code", choice.code]]);
  const hasDiscounts = chosen.length > 0 && (choice.code.trim() !== "" || data.offers.length > 0);
  const about = hasDiscounts ? `quote/${data.eventId}?locale=${data.locale}&${query}` : "";

  useEffect(() => {
    if (about === "") return;
    const timer = setTimeout(async () => {
      const answer = (await fetchStorefront(about)) as Omit<typeof NO_QUOTE, "about"> | undefined;
      setQuote({ ...NO_QUOTE, ...answer, about });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [about]);

  const isPending = about !== "" && quote.about !== about;
  const { total, says } = quote.about === about ? quote : NO_QUOTE;
  if (total === "") return <BarTotal isPending={isPending}>{full}</BarTotal>;
  return (
    <>
      <BarTotal>{total}</BarTotal>
      <span role="status" className="figures text-xs font-semibold text-ok">
        <span className="sr-only">{`${total} `}</span>
        {says}
      </span>
    </>
  );
}
