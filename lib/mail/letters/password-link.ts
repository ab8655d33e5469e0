import "server-only";

import { z } from "zod";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind } from "#lib/mail/message-kind.ts";
import { type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { instant } from "#lib/ticketing/wire/shapes.ts";

/** The link with which a user who has forgotten their password chooses a new one. */
export const passwordLink = messageKind({
  details: z.looseObject({ link: z.url(), name: z.string().max(300), expiresAt: instant }),
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
    return { letter: passwordLinkLetter(details, await shopFor(locale)) };
  },
});

type PasswordLinkFacts = { readonly link: string; readonly name: string; readonly expiresAt: string };

/** Returns the message with the link, and until when it works. */
export function passwordLinkLetter(given: PasswordLinkFacts, shop: Shop): Letter {
  const { link, name, expiresAt } = plainFacts(given);
  const { mail, envelope } = letterParts(shop);
  const when = `${momentText(expiresAt, shop.language, "UTC", "short")} (UTC)`;
  const lead = mail("passwordLink.lead", { name, when });
  return {
    ...envelope,
    subject: mail("passwordLink.subject"),
    preview: lead,
    title: mail("passwordLink.subject"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "button", label: mail("passwordLink.button"), href: link },
    ],
    footer: [[mail("passwordLink.keepPrivate")], [mail("passwordLink.unchanged")]],
  };
}
