import "server-only";

import { momentText, placeOf } from "#lib/i18n/date-text.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind, saleKey } from "#lib/mail/message-kind.ts";
import { type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { instant } from "#lib/ticketing/wire/shapes.ts";
import { type WaitingFacts, waitingEntry, waitingFacts, waitingPage } from "./waiting-list-confirm.ts";

/** An offer has the address to leave by, also as a header. */
export const waitingListOffer = messageKind({
  details: waitingEntry.extend({ offer: saleKey, expiresAt: instant }),
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
    const { entry, offer, expiresAt } = details;
    const facts = await waitingFacts(details, locale);
    if (facts === undefined) return "not_found";
    // A mail that leaves after the end of its offer is of no use.
    if (Date.parse(expiresAt) <= Date.now()) return "nothing_to_send";
    const offerLink = await waitingPage({ entry, offer }, locale);
    const letter = waitingOfferLetter({ ...facts, offerLink, expiresAt }, await shopFor(locale));
    return { letter, headers: { "List-Unsubscribe": `<${facts.link}>` } };
  },
});

type OfferFacts = WaitingFacts & {
  /** The page where the offered tickets are reserved. */
  readonly offerLink: string;
  /** When the offer ends. */
  readonly expiresAt: string;
};

/** Returns the message that tickets are reserved for the address until a time. */
export function waitingOfferLetter(given: OfferFacts, shop: Shop): Letter {
  const { event, quantity, link, offerLink, expiresAt } = plainFacts(given);
  const { mail, sale, envelope, eventBlocks } = letterParts(shop);
  const timeZone = event.timeZone ?? "UTC";
  const place =
    event.timeZone === undefined
      ? "(UTC)"
      : sale("placeTime", { place: placeOf({ city: event.city ?? "", timeZone }) });
  const when = `${momentText(expiresAt, shop.language, timeZone, "short")} ${place}`;
  const lead = mail("waitingOffer.lead", { count: quantity, when });
  return {
    ...envelope,
    subject: mail("waitingOffer.subject", { event: event.name }),
    preview: lead,
    title: mail("waitingOffer.title"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "muted", text: [mail("waitingOffer.after")] },
      { type: "button", label: mail("waitingOffer.button"), href: offerLink },
      ...eventBlocks([event]),
    ],
    footer: [[{ link: mail("waitingOffer.leave"), href: link }]],
  };
}
