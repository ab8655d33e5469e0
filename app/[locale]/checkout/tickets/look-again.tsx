"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Long enough for the answer to the other tab's payment to arrive, with its cookie. */
const AFTER_MS = 1_500;

/**
 * Reloads the page once. When two tabs pay at the same time, the answer with the cookie that owns the order may arrive after
 * this page was requested; with that cookie, the page redirects to the tickets.
 */
export function LookAgain() {
  const router = useRouter();

  useEffect(() => {
    const clock = setTimeout(() => router.refresh(), AFTER_MS);
    return () => clearTimeout(clock);
  }, [router]);

  return null;
}
