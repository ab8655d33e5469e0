import "server-only";

import { getTranslations } from "next-intl/server";
import type { Ticket } from "./tickets.ts";

/** Returns the text in place of a code: that the event or date is cancelled, and what to do. */
export async function cancelledWords(
  { cancelled, choice }: Pick<Ticket, "cancelled" | "choice">,
  locale: string,
): Promise<{ readonly title: string; readonly text: string }> {
  const [event, sale, dateChoice] = await Promise.all([
    getTranslations({ locale, namespace: "Event.state" }),
    getTranslations({ locale, namespace: "Sale" }),
    getTranslations({ locale, namespace: "DateChoice" }),
  ]);
  const title = event("CANCELLED");
  if (choice !== undefined) return { title, text: dateChoice(choice.chosen === "keep" ? "ticketKept" : "ticketOpen") };
  return { title, text: cancelled === "date" ? sale("dateCancelled") : event("CANCELLED_TEXT") };
}
