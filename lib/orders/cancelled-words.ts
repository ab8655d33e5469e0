import "server-only";

import { getTranslations } from "next-intl/server";
import type { Cancelled } from "./tickets.ts";

/** Returns the text in place of a code: that the event or date is cancelled, and what to do. */
export async function cancelledWords(
  what: Cancelled,
  locale: string,
): Promise<{ readonly title: string; readonly text: string }> {
  const [event, sale] = await Promise.all([
    getTranslations({ locale, namespace: "Event.state" }),
    getTranslations({ locale, namespace: "Sale" }),
  ]);
  return { title: event("CANCELLED"), text: what === "date" ? sale("dateCancelled") : event("CANCELLED_TEXT") };
}
