import "server-only";

import { momentText, placeOf } from "#lib/i18n/date-text.ts";
import type { Letter } from "#lib/mail/letter.ts";
import type { EventFacts, Shop } from "#lib/mail/mail-facts.ts";
import { envelope, mailWords, plainFacts } from "#lib/mail/mail-words.ts";
import { eventCard } from "#lib/mail/order-blocks.ts";

type WaitingFacts = {
  readonly event: EventFacts;
  readonly quantity: number;
  /** The page of the entry. Opening the link changes nothing; its button confirms or leaves. */
  readonly link: string;
};

/** Returns the message that asks whether the address joined the waiting list itself. */
export function waitingConfirmLetter(given: WaitingFacts, shop: Shop): Letter {
  const { event, quantity, link } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail, cart } = words;
  return {
    ...envelope(shop),
    subject: mail("waitingConfirm.subject", { event: event.name }),
    preview: mail("waitingConfirm.lead"),
    title: mail("waitingConfirm.title"),
    blocks: [
      { type: "lead", text: [mail("waitingConfirm.lead")] },
      { type: "button", label: mail("waitingConfirm.button"), href: link },
      { type: "muted", text: [cart("count", { count: quantity })] },
      { type: "event", event: eventCard(event, shop, words) },
    ],
    footer: [[mail("ignore")]],
  };
}

type OfferFacts = WaitingFacts & {
  /** The page where the offered tickets are reserved. */
  readonly offerLink: string;
  /** When the offer ends. */
  readonly expiresAt: string;
};

/** Returns the message that tickets are reserved for the address until a time. */
export function waitingOfferLetter(given: OfferFacts, shop: Shop): Letter {
  const { event, quantity, link, offerLink, expiresAt } = plainFacts(given);
  const words = mailWords(shop.language);
  const { mail, sale } = words;
  const timeZone = event.timeZone ?? "UTC";
  const place =
    event.timeZone === undefined
      ? "(UTC)"
      : sale("placeTime", { place: placeOf({ city: event.city ?? "", timeZone }) });
  const when = `${momentText(expiresAt, shop.language, timeZone, "short")} ${place}`;
  const lead = mail("waitingOffer.lead", { count: quantity, when });
  return {
    ...envelope(shop),
    subject: mail("waitingOffer.subject", { event: event.name }),
    preview: lead,
    title: mail("waitingOffer.title"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "muted", text: [mail("waitingOffer.after")] },
      { type: "button", label: mail("waitingOffer.button"), href: offerLink },
      { type: "event", event: eventCard(event, shop, words) },
    ],
    footer: [[{ link: mail("waitingOffer.leave"), href: link }]],
  };
}
