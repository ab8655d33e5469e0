import "server-only";

import { z } from "zod";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { messageKind } from "#lib/mail/message-kind.ts";
import { type Shop, shopFor } from "#lib/mail/order-facts.ts";
import { formatMoney, type Money } from "#lib/ticketing/model/money.ts";
import { instant, money } from "#lib/ticketing/wire/shapes.ts";

/** The message with a new voucher, in place of a disabled one that money came back to. */
export const voucher = messageKind({
  details: z.looseObject({ code: z.string().min(1).max(40), amount: money, expiresAt: instant.nullish() }),
  changesTickets: false,
  needsSales: false,
  async write({ details: { code, amount, expiresAt }, locale }) {
    return { letter: voucherLetter({ code, amount, endsAt: expiresAt ?? undefined }, await shopFor(locale)) };
  },
});

type VoucherFacts = { readonly code: string; readonly amount: Money; readonly endsAt?: string | undefined };

/** Returns the message with the code of a new voucher, its value and its end. */
export function voucherLetter(given: VoucherFacts, shop: Shop): Letter {
  const { code, amount, endsAt } = plainFacts(given);
  const { mail, envelope } = letterParts(shop);
  const lead = mail("voucher.lead", { amount: formatMoney(amount, shop.language) });
  return {
    ...envelope,
    subject: mail("voucher.subject"),
    preview: lead,
    title: mail("voucher.subject"),
    blocks: [
      { type: "lead", text: [lead] },
      { type: "notice", tone: "ok", text: [mail("voucher.code"), { strong: code }] },
      ...(endsAt
        ? [
            {
              type: "muted",
              text: [mail("voucher.ends", { when: `${momentText(endsAt, shop.language, "UTC", "short")} (UTC)` })],
            } as const,
          ]
        : []),
    ],
    footer: [[mail("voucher.keepPrivate")]],
  };
}
