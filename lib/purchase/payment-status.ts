import type { SaleState } from "#lib/ticketing/model/reservation.ts";

/** What reading one Sale back said: its state, that there is no such sale, or nothing that can be read. */
export type SaleReading = SaleState | "not_found" | "unreadable";

/** The outcome of a payment as the sales show it. `waiting`: it is not known yet. */
export type PaymentStatus = "paid" | "mixed" | "unfulfilled" | "waiting" | "unpaid" | "not_found";

/**
 * One reading of every Sale of a Cart. A single sale under way, or unreadable, keeps everything open. Some paid and
 * some not is how it ends with a service that pays sale by sale; ours pays all or nothing.
 */
export function paymentStatusOf(reads: readonly SaleReading[]): PaymentStatus {
  if (reads.length === 0) return "not_found";
  const isPaid = reads.includes("CONFIRMED");
  if (reads.includes("UNFULFILLED") && !isPaid) return "unfulfilled";
  if (reads.includes("PROCESSING") || reads.includes("unreadable")) return "waiting";
  if (reads.every((read) => read === "CONFIRMED")) return "paid";
  if (isPaid) return "mixed";
  return reads.every((read) => read === "not_found") ? "not_found" : "unpaid";
}

/** The pay call, and everything behind it, has given up by then: what is unpaid now stays unpaid. */
const LONGEST_TIMEOUT_MS = 35_000;

/** From then on the page names a person to ask. */
const SUPPORT_AFTER_MS = 10 * 60_000;

export function isPastTimeouts(openedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(openedAt) > LONGEST_TIMEOUT_MS;
}

export function needsSupport(openedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(openedAt) >= SUPPORT_AFTER_MS;
}

/**
 * Paid and unfulfilled are facts once seen. "Not charged" is the absence of one, and so is the unpaid part of a mixed
 * end: a call may still be on its way, so it takes the longest time-out and two readings that agree.
 */
export function verdict(first: PaymentStatus, second: PaymentStatus | undefined): PaymentStatus {
  if (first === "paid" || first === "unfulfilled" || first === "waiting") return first;
  if (second === undefined) return "waiting";
  if (second === "paid" || second === "unfulfilled") return second;
  return first === second ? first : "waiting";
}

/** Seconds to wait before each reading: soon at first, then every ten. */
export function pauseBeforeRead(readsSoFar: number): number {
  return [1, 2, 4, 8][readsSoFar] ?? 10;
}
