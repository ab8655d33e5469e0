"use client";

import { useEffect } from "react";
import { fetchStorefront } from "#components/fetch-storefront.ts";

/** A few times in the time after which a visitor no longer counts as there. */
const ASK_MS = 35_000;

/** Asks for the visitor's turn like the page of the line: whoever chooses counts as there. */
export function KeepTurn({ eventId }: { readonly eventId: number }) {
  useEffect(() => {
    const timer = setInterval(() => void fetchStorefront(`line/${eventId}`), ASK_MS);
    return () => clearInterval(timer);
  }, [eventId]);
  return null;
}
