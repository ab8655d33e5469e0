import "server-only";

import { parseLines, parseSource } from "#lib/catalogue/event-link.ts";
import type { TicketType } from "#lib/ticketing/model/offering.ts";
import type { SelectionLine, Source } from "#lib/ticketing/model/reservation.ts";

const CODE_MAX = 200;
const SHOWN_MAX = 10_000;

export type ReserveForm = {
  readonly eventId: number | undefined;
  readonly wanted: readonly SelectionLine[];
  readonly code: string | undefined;
  /** The source parameters of the link by which the visitor came. */
  readonly source: Source | undefined;
  /** The prices shown beside the tickets. They are compared with the amount due, and never paid. */
  readonly shown: string | undefined;
  /** The key of an offer of the waiting list, from its sealed link. */
  readonly waitingListOffer?: string;
};

/**
 * Parses the reserve form. Its field names depend on the event: `qty.{ticketTypeId}`. Invalid values count as nothing
 * selected.
 */
export function parseReserveForm(form: FormData): ReserveForm {
  const [code, shown] = [form.get("code"), form.get("shown")];
  return {
    eventId: wholeNumber(form.get("event")),
    wanted: listsChosenDate(form) ? parseLines(form) : [],
    code: typeof code === "string" && code.trim() !== "" ? code.trim().slice(0, CODE_MAX) : undefined,
    source: parseSource(form),
    shown: typeof shown === "string" ? shown.slice(0, SHOWN_MAX) : undefined,
  };
}

/**
 * Returns whether the tickets of a form are those of its date. Until its script runs, a page lists the tickets of its first
 * date, whichever date is chosen. Those must not be reserved.
 */
export function listsChosenDate(form: FormData): boolean {
  const [listed, ...others] = form.getAll("listed");
  const date = form.get("date");
  return date === null || listed === undefined || others.length > 0 || listed === date;
}

/**
 * Returns the lines with quantities above the limit per order reduced to the limit: without a script anything can be
 * typed.
 */
export function clampToLimits(
  wanted: readonly SelectionLine[],
  ticketTypes: readonly Pick<TicketType, "id" | "maximum">[],
): readonly SelectionLine[] {
  const limits = new Map(ticketTypes.map(({ id, maximum = Number.POSITIVE_INFINITY }) => [id, maximum]));
  return wanted.flatMap(({ ticketTypeId, quantity }) => {
    const limit = limits.get(ticketTypeId) ?? 0;
    return limit > 0 ? [{ ticketTypeId, quantity: Math.min(quantity, limit) }] : [];
  });
}

/** Returns whether two selections are the same, in any order. */
export function isSameSelection(some: readonly SelectionLine[], others: readonly SelectionLine[]): boolean {
  const text = (lines: readonly SelectionLine[]) =>
    lines
      .map(({ ticketTypeId, quantity }) => `${ticketTypeId}:${quantity}`)
      .toSorted()
      .join();
  return text(some) === text(others);
}

function wholeNumber(text: unknown): number | undefined {
  return typeof text === "string" && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
}
