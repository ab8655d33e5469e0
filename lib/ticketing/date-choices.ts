import "server-only";

import { pathTo } from "#lib/ticketing/client/paths.ts";
import { writeExtension } from "#lib/ticketing/client/write-extension.ts";
import type { DateOption } from "#lib/ticketing/model/date-choice.ts";
import { type RefundResult, refundResult } from "#lib/ticketing/refunds.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";

export type ChoiceResult =
  | RefundResult
  | "kept"
  | "moved"
  /** The date has too few places left. */
  | "full"
  /** The tickets cannot move to this date, or no longer. */
  | "no_date"
  /** A refund of the order is under way: its tickets move when it is settled. */
  | "refund_under_way";

/** How the service refuses a move to a date. */
const MOVE_REFUSED: Readonly<Record<string, ChoiceResult>> = {
  SOLD_OUT: "full",
  NOT_FOUND: "no_date",
  WRONG_STATE: "refund_under_way",
};

/**
 * Makes a Buyer's choice for the tickets of a cancelled date. Throws TicketingFault when the outcome is not known; the sale
 * then shows it. `closed`: nothing is offered for tickets of this date, or no longer.
 */
export async function chooseForDate(saleKey: string, eventDateId: number, option: DateOption): Promise<ChoiceResult> {
  const path = pathTo`/order/${saleKey}/choice`;
  const body = await writeExtension(
    { name: "chooseForDate", method: "POST", path },
    { eventDate: eventDateId, choice: option },
  );
  if (body === undefined) return "not_offered";
  if (option === "refund") return refundResult(body);
  const no = refused.safeParse(body).data;
  if (no === undefined) return option === "keep" ? "kept" : "moved";
  const [refusal = "closed"] = no.errors.flatMap(({ path, code }) =>
    path === "choice.moveTo" ? (MOVE_REFUSED[code] ?? []) : [],
  );
  return refusal;
}
