import "server-only";

import { z } from "zod";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind } from "#lib/mail/message-kind.ts";
import { type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { instant } from "#lib/ticketing/wire/shapes.ts";

/** Asks the owner of an address whether replies of buyers may go to it. */
export const replyToConfirm = messageKind({
  details: z.looseObject({ link: z.url(), account: z.string().max(300), expiresAt: instant }),
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
    return { letter: replyToConfirmLetter(details, await shopFor(locale)) };
  },
});

type ReplyToFacts = { readonly link: string; readonly account: string; readonly expiresAt: string };

/** Returns the message with the link that confirms the address, and until when it works. */
export function replyToConfirmLetter(given: ReplyToFacts, shop: Shop): Letter {
  const { link, account, expiresAt } = plainFacts(given);
  const { mail, envelope } = letterParts(shop);
  const lead = mail("replyTo.lead", { account });
  const when = `${momentText(expiresAt, shop.language, "UTC", "short")} (UTC)`;
  return {
    ...envelope,
    subject: mail("replyTo.subject"),
    preview: lead,
    title: mail("replyTo.subject"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "button", label: mail("replyTo.button"), href: link },
      { type: "muted", text: [mail("replyTo.ends", { when })] },
    ],
    footer: [[mail("replyTo.ignore")]],
  };
}
