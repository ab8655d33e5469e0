"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Longer than two answers of one moment are apart. */
const AFTER_MS = 1_500;

/**
 * Reloads the page once. When two tabs pay at a time, one of them is answered before the browser has the cookie that knows
 * the order; the page with that cookie leads to the tickets.
 */
export function LookAgain() {
  const router = useRouter();

  useEffect(() => {
    const clock = setTimeout(() => router.refresh(), AFTER_MS);
    return () => clearTimeout(clock);
  }, [router]);

  return null;
}
