import "server-only";

import { z } from "zod";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind } from "#lib/mail/message-kind.ts";
import { type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { type WaitingFacts, waitingEntry, waitingFacts } from "./waiting-list-confirm.ts";

/** The message that the date or event that an entry waits for is cancelled. */
export const waitingListCancelled = messageKind({
  details: waitingEntry.extend({ isWaiting: z.boolean().default(false) }),
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
    const facts = await waitingFacts(details, locale);
    if (facts === undefined) return "not_found";
    const given = { ...facts, isWaiting: details.isWaiting, isDateOnly: details.eventDate != null };
    return { letter: waitingCancelledLetter(given, await shopFor(locale)) };
  },
});

type CancelledFacts = WaitingFacts & {
  /** The entry waits for other dates of the event. */
  readonly isWaiting: boolean;
  /** One date of several, whose date the letter shows. */
  readonly isDateOnly: boolean;
};

/** Returns the message that nothing is waited for any more, or only the other dates. */
export function waitingCancelledLetter(given: CancelledFacts, shop: Shop): Letter {
  const { event, link, isWaiting, isDateOnly } = plainFacts(given);
  const { mail, envelope, eventBlocks, cancelledDate } = letterParts(shop);
  const lead = mail(isWaiting ? "waitingCancelled.others" : "waitingCancelled.ended");
  return {
    ...envelope,
    subject: mail("cancelled.subject", { event: event.name }),
    preview: lead,
    title: mail(isDateOnly ? "waitingCancelled.dateTitle" : "cancelled.title", { event: event.name }),
    blocks: [
      ...cancelledDate(isDateOnly, [event]),
      { type: "lead", text: [lead] },
      { type: "button", label: mail("waitingCancelled.button"), href: link },
      ...eventBlocks([event], isWaiting && !isDateOnly ? undefined : mail("state.cancelled")),
    ],
    footer: isWaiting ? [[{ link: mail("waitingOffer.leave"), href: link }]] : [],
  };
}
