import "server-only";

import { z } from "zod";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Block, Letter } from "#lib/mail/letter.ts";
import { countTickets, letterParts, plainFacts } from "#lib/mail/letter-parts.ts";
import { eventsWith, idOf, orderMessage } from "#lib/mail/message-kind.ts";
import type { EventFacts, OrderFacts, Shop } from "#lib/mail/order-facts.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { instant, money } from "#lib/ticketing/wire/shapes.ts";

export const refunded = orderMessage({
  details: z.looseObject({
    refund: z.looseObject({
      amount: money,
      feeKept: money.nullish(),
      /** The part of the amount that was paid in cash. */
      byHand: money.nullish(),
      /** The part that went to a voucher: to a new one, or to one that had ended and is valid until `expiresAt`. */
      voucher: z
        .looseObject({ isNew: z.boolean().default(false), expiresAt: instant.nullish(), waiting: money.nullish() })
        .nullish(),
      reason: z.string().max(1000).nullish(),
      admissions: z.array(idOf).default([]),
    }),
  }),
  changesTickets: true,
  letter(paid, { refund: { amount, feeKept, byHand, voucher, reason, admissions } }) {
    const facts = {
      order: paid.order,
      events: eventsWith(paid, admissions),
      amount,
      feeKept: feeKept ?? undefined,
      byHand: byHand ?? undefined,
      hasNewVoucher: voucher?.isNew ?? false,
      voucherEndsAt: voucher?.expiresAt ?? undefined,
      waiting: voucher?.waiting ?? undefined,
      reason: reason ?? undefined,
    };
    return { letter: refundedLetter(facts, paid.shop) };
  },
});

type RefundFacts = {
  readonly order: OrderFacts;
  /** The refunded tickets. */
  readonly events: readonly EventFacts[];
  readonly amount: Money;
  readonly feeKept?: Money | undefined;
  /** The part of the amount that was paid in cash. */
  readonly byHand?: Money | undefined;
  /** Its part is on a new voucher, which has a message of its own. */
  readonly hasNewVoucher?: boolean;
  /** The new end of the voucher that was paid with: ISO 8601. */
  readonly voucherEndsAt?: string | undefined;
  /** The part of the amount that a voucher paid which cannot take it back: the organiser decides. */
  readonly waiting?: Money | undefined;
  readonly reason?: string | undefined;
};

/** Returns the message that money went back; for tickets that cost nothing or were paid in cash, that they were returned. */
export function refundedLetter(given: RefundFacts, shop: Shop): Letter {
  const { order, events, amount, feeKept, byHand, hasNewVoucher, voucherEndsAt, waiting, reason } = plainFacts(given);
  const { mail, envelope, eventBlocks, orderLine, sellerNotes, privateFooter } = letterParts(shop);
  const sent = { ...amount, minor: amount.minor - (byHand?.minor ?? 0) - (waiting?.minor ?? 0) };
  const back = formatMoney(sent, shop.language);
  const isNothingSent = isZero(sent);
  const count = countTickets(events);
  const notes = [
    ...(isNothingSent ? [] : [mail("refunded.bank")]),
    ...(byHand && !isZero(byHand) ? [mail("refunded.byHand", { amount: formatMoney(byHand, shop.language) })] : []),
    ...(voucherEndsAt
      ? [
          mail("refunded.voucherEnds", {
            when: momentText(voucherEndsAt, shop.language, order.events[0]?.timeZone ?? "UTC", "short"),
          }),
        ]
      : []),
    ...(hasNewVoucher ? [mail("refunded.voucherNew")] : []),
    ...(waiting ? [mail("refunded.voucherWaits", { amount: formatMoney(waiting, shop.language) })] : []),
    ...(feeKept && !isZero(feeKept) ? [mail("refunded.feeKept", { amount: formatMoney(feeKept, shop.language) })] : []),
    ...(reason ? [mail("refunded.reason", { reason })] : []),
  ];
  return {
    ...envelope,
    subject: mail("refunded.subject", { reference: order.reference }),
    preview: orderLine(order),
    title: isNothingSent ? mail("refunded.returnedTitle", { count }) : mail("refunded.title", { amount: back }),
    blocks: [
      {
        type: "lead",
        text: [isNothingSent ? mail("refunded.returned", { count }) : mail("refunded.lead", { count })],
      },
      ...notes.map((note): Block => ({ type: "muted", text: [note] })),
      { type: "muted", text: [orderLine(order)] },
      { type: "button", label: mail("showOrder"), href: order.link },
      ...eventBlocks(events, mail(isNothingSent ? "state.returned" : "state.refunded")),
      sellerNotes({ terms: [] }),
    ],
    footer: privateFooter(order),
  };
}
