"use client";

import { useEffect, useState } from "react";
import { askStorefront } from "#components/ask.ts";
import { chosenOf } from "./picker-fields.tsx";
import type { Choosing } from "./use-choice.ts";

const PAUSE_MS = 400;

/** What the choice costs with what comes off by itself or by code. It is asked for after a pause, and blocks nothing. */
export function SavingNote({ choosing }: { readonly choosing: Choosing }) {
  const [told, setTold] = useState({ about: "", says: "" });
  const { data, hasCode, choice } = choosing;
  const chosen = chosenOf(choosing).map(({ ticket, quantity }) => [`qty.${ticket.id}`, String(quantity)]);
  const query = new URLSearchParams([...chosen, ["code", choice.code]]);
  const isWorth = chosen.length > 0 && (hasCode || data.offers.length > 0);
  const about = isWorth ? `quote/${data.eventId}?locale=${data.locale}&${query}` : "";

  useEffect(() => {
    if (about === "") return;
    const timer = setTimeout(async () => {
      const answer = (await askStorefront(about)) as { readonly says: string } | undefined;
      setTold({ about, says: answer?.says ?? "" });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [about]);

  if (about === "" || told.about !== about || told.says === "") return null;
  return (
    <span role="status" className="figures text-xs font-semibold text-ok">
      {told.says}
    </span>
  );
}
