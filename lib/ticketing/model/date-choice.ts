import type { DateOnTicket } from "#lib/ticketing/model/event-date.ts";

/** What a Buyer may choose for the valid tickets of a cancelled EventDate. While it is offered it may be changed. */
export type DateChoice = {
  readonly eventDateId: number;
  /** Absent: nothing was chosen yet. */
  readonly chosen?: "keep" | "move" | "refund";
  /** The dates ahead that the tickets may move to, at the price that was paid. */
  readonly dates: readonly OtherDate[];
};

export type OtherDate = DateOnTicket & {
  /** Whether it has a place for each ticket now. Places are taken when the tickets move. */
  readonly hasPlaces: boolean;
};

/** Tickets stay, are refunded in full, or move to another EventDate. */
export type DateOption = "keep" | "refund" | { readonly moveTo: number };

const MOVE = /^move-([1-9]\d{0,14})$/;

/** Returns what a form or an address says; `undefined` for anything else. */
export function parseOption(text: unknown): DateOption | undefined {
  if (text === "keep" || text === "refund") return text;
  const [, date] = MOVE.exec(typeof text === "string" ? text : "") ?? [];
  return date === undefined ? undefined : { moveTo: Number(date) };
}

/** Returns the text that `parseOption` reads. */
export function optionText(option: DateOption): string {
  return typeof option === "string" ? option : `move-${option.moveTo}`;
}
