"use client";

import { useEffect, useState } from "react";
import { fetchStorefront } from "#components/fetch-storefront.ts";
import { chosenOf } from "./picker-fields.tsx";
import type { Choosing } from "./use-choice.ts";

const PAUSE_MS = 400;

/** Shows the price of the selection with discounts and codes. The quote is debounced, and blocks nothing. */
export function SavingNote({ choosing }: { readonly choosing: Choosing }) {
  const [quote, setQuote] = useState({ about: "", says: "" });
  const { data, choice } = choosing;
  const chosen = chosenOf(choosing).map(({ ticket, quantity }) => [`qty.${ticket.id}`, String(quantity)]);
  const query = new URLSearchParams([...chosen, ["code", choice.code]]);
  const hasDiscounts = chosen.length > 0 && (choice.code.trim() !== "" || data.offers.length > 0);
  const about = hasDiscounts ? `quote/${data.eventId}?locale=${data.locale}&${query}` : "";

  useEffect(() => {
    if (about === "") return;
    const timer = setTimeout(async () => {
      const answer = (await fetchStorefront(about)) as { readonly says: string } | undefined;
      setQuote({ about, says: answer?.says ?? "" });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [about]);

  if (about === "" || quote.about !== about || quote.says === "") return null;
  return (
    <span role="status" className="figures text-xs font-semibold text-ok">
      {quote.says}
    </span>
  );
}
