import "server-only";

import { getTranslations } from "next-intl/server";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import { isZero } from "#lib/ticketing/model/money.ts";
import type { Ticket } from "./tickets.ts";

type CancelledTicket = Pick<Ticket, "cancelled" | "choice" | "isRefunding"> & {
  readonly admission: Pick<Admission, "paid">;
};

/** Returns the text in place of a code: that the event or date is cancelled, and what there is for its ticket, which may be nothing. */
export async function cancelledWords(
  { cancelled, choice, isRefunding = false, admission: { paid } }: CancelledTicket,
  locale: string,
): Promise<{ readonly title: string; readonly text: string }> {
  const [event, sale, dateChoice, refund] = await Promise.all([
    getTranslations({ locale, namespace: "Event.state" }),
    getTranslations({ locale, namespace: "Sale" }),
    getTranslations({ locale, namespace: "DateChoice" }),
    getTranslations({ locale, namespace: "Refund" }),
  ]);
  const title = event("CANCELLED");
  if (choice !== undefined) {
    const canMove = choice.dates.some(({ hasPlaces }) => hasPlaces);
    const text = choice.chosen === "keep" ? "ticketKept" : canMove ? "ticketOpen" : "ticketOpenRefund";
    return { title, text: dateChoice(text) };
  }
  if (paid !== undefined && isZero(paid)) return { title, text: sale("cancelledFree") };
  if (isRefunding) return { title, text: refund("underWay") };
  return { title, text: cancelled === "date" ? sale("dateCancelled") : event("CANCELLED_TEXT") };
}
