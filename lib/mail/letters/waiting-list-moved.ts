import "server-only";

import { momentText } from "#lib/i18n/date-text.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind } from "#lib/mail/message-kind.ts";
import { type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { past } from "./date-changed.ts";
import { type WaitingFacts, waitingEntry, waitingFacts } from "./waiting-list-confirm.ts";

/** The message that the date that an entry waits for has moved. */
export const waitingListMoved = messageKind({
  details: waitingEntry.extend({ before: past.optional() }),
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
    const facts = await waitingFacts(details, locale);
    if (facts === undefined) return "not_found";
    const letter = waitingMovedLetter({ ...facts, before: details.before?.startsAt }, await shopFor(locale));
    return { letter, headers: { "List-Unsubscribe": `<${facts.link}>` } };
  },
});

type MovedFacts = WaitingFacts & {
  /** The wall time before, as an instant of UTC. */
  readonly before?: string | undefined;
};

/** Returns the message that the date is another one and the place in line is kept. */
export function waitingMovedLetter(given: MovedFacts, shop: Shop): Letter {
  const { event, link, before } = plainFacts(given);
  const { mail, envelope, eventBlocks } = letterParts(shop);
  const title = mail("dateChanged.subjectDate", { event: event.name });
  const when = before && momentText(before, shop.language, "UTC", "long");
  return {
    ...envelope,
    subject: title,
    preview: mail("waitingMoved.lead"),
    title,
    blocks: [
      { type: "lead", text: [mail("waitingMoved.lead")] },
      { type: "button", label: mail("waitingCancelled.button"), href: link },
      ...eventBlocks([event]),
      ...(when ? [{ type: "muted", text: [mail("dateChanged.before", { when })] } as const] : []),
    ],
    footer: [[{ link: mail("waitingOffer.leave"), href: link }]],
  };
}
