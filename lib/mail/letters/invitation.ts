import "server-only";

import { z } from "zod";
import { momentText } from "#lib/i18n/date-text.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind } from "#lib/mail/message-kind.ts";
import { type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { instant } from "#lib/ticketing/wire/shapes.ts";

/** The invitation to work for an account, with the link that creates the user. */
export const invitation = messageKind({
  details: z.looseObject({
    link: z.url(),
    inviter: z.string().max(300),
    account: z.string().max(300),
    capabilities: z.array(z.string()).max(20),
    expiresAt: instant,
  }),
  changesTickets: false,
  needsSales: false,
  async write({ details, locale }) {
    return { letter: invitationLetter(details, await shopFor(locale)) };
  },
});

type InvitationFacts = {
  readonly link: string;
  readonly inviter: string;
  readonly account: string;
  readonly capabilities: readonly string[];
  readonly expiresAt: string;
};

/** Returns the message with who invites to what, and until when. */
export function invitationLetter(given: InvitationFacts, shop: Shop): Letter {
  const { link, inviter, account, capabilities, expiresAt } = plainFacts(given);
  const { language } = shop;
  const { mail, envelope } = letterParts(shop);
  const access: Readonly<Partial<Record<string, string>>> = wordsOf(language).Users;
  const named = capabilities.flatMap((one) => access[one] ?? []);
  const lead = mail("invitation.lead", { inviter, account });
  const list = new Intl.ListFormat(language, { type: "unit" }).format(named);
  return {
    ...envelope,
    subject: mail("invitation.subject", { account }),
    preview: lead,
    title: mail("invitation.title"),
    blocks: [
      { type: "lead", text: [lead] },
      ...(named.length > 0 ? [{ type: "muted", text: [mail("invitation.access", { access: list })] } as const] : []),
      { type: "button", label: mail("invitation.button"), href: link },
      {
        type: "muted",
        text: [mail("invitation.ends", { when: `${momentText(expiresAt, language, "UTC", "short")} (UTC)` })],
      },
    ],
    footer: [[mail("invitation.keepPrivate")]],
  };
}
