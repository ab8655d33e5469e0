import "server-only";

import type { ListedLine } from "#lib/cart/order-lines.ts";
import { agesText, refundText } from "#lib/catalogue/facts-text.ts";
import { currentBrand, currentSeller } from "#lib/catalogue/seller.ts";
import { nameWithoutLinks } from "#lib/i18n/typed-text.ts";
import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { orderReference, paymentOfOrder, receiptOfOrder } from "#lib/orders/order.ts";
import { isValid, type Ticket, type TicketedSale } from "#lib/orders/tickets.ts";
import { ticketSection } from "#lib/ticketing/model/admission.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { allInPrice } from "#lib/ticketing/model/offering.ts";
import type { Saving } from "#lib/ticketing/model/pricing.ts";
import { mailWords } from "./mail-words.ts";

/** What every message says about the shop. */
export type Shop = {
  readonly language: string;
  readonly brand: string;
  readonly seller: Seller;
};

/** The tickets of one event on one date. Texts may be a promoter's; instants are ISO 8601. */
export type EventFacts = {
  /** Names the event's picture. */
  readonly eventId?: number | undefined;
  readonly name: string;
  readonly startsAt?: string | undefined;
  /** Absent where the promoter set none. */
  readonly endsAt?: string | undefined;
  /** When the doors open. */
  readonly doorsAt?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly city?: string | undefined;
  readonly venue?: string | undefined;
  readonly address?: string | undefined;
  readonly mapUrl?: string | undefined;
  readonly ageLimit?: string | undefined;
  readonly tickets: readonly TicketFacts[];
};

/** Equal tickets: the same type, section and door. */
type TicketFacts = {
  readonly name: string;
  readonly section?: string | undefined;
  readonly door?: string | undefined;
  readonly quantity: number;
};

/** One payment. */
export type OrderFacts = {
  readonly reference: string;
  /** The address of the order's page. */
  readonly link: string;
  readonly buyer?: { readonly firstName: string; readonly lastName: string; readonly email: string } | undefined;
  readonly events: readonly EventFacts[];
  readonly receipt?: ReceiptFacts | undefined;
  /** The number of guests whose details are missing. */
  readonly guestsWaiting: number;
  /** The conditions that the buyer accepted. */
  readonly terms: readonly TermsFacts[];
  /** The refund rule of each event, in words; empty without rules. */
  readonly refundRules: readonly string[];
};

type TermsFacts = { readonly event: string; readonly url: string; readonly acceptedAt?: string | undefined };

export type ReceiptFacts = {
  readonly events: readonly {
    readonly name: string;
    readonly lines: readonly (ListedLine & { readonly price?: Money; readonly fee?: Money })[];
  }[];
  readonly subtotal: Money;
  readonly savings: readonly Saving[];
  readonly total: Money;
  /** The tax in the total. */
  readonly tax?: Money | undefined;
  /** The names of the methods, such as "Card". Empty where the service returns none. */
  readonly methods: string;
  /** When it was paid. */
  readonly paidAt?: string | undefined;
  /** The zone in which that is written. */
  readonly timeZone?: string | undefined;
};

/** Returns what messages say about an order: its tickets that are valid, the whole receipt, and the conditions. */
export function orderFacts(
  sales: readonly TicketedSale[],
  { link, locale }: { readonly link: string; readonly locale: string },
): OrderFacts {
  const buyer = sales.find(({ sale }) => sale.buyer)?.sale.buyer;
  const tickets = sales.flatMap((sale) => sale.tickets);
  return {
    reference: sales.find(({ sale }) => sale.reference)?.sale.reference ?? orderReference(sales),
    link,
    buyer: buyer && {
      firstName: nameWithoutLinks(buyer.firstName),
      lastName: nameWithoutLinks(buyer.lastName),
      email: buyer.email,
    },
    events: sales.flatMap((sale) => eventsOf(sale, locale, isValid)),
    receipt: receiptFacts(sales, locale),
    guestsWaiting: tickets.filter((one) => isValid(one) && one.admission.status === "PENDING_GUEST_DETAILS").length,
    terms: sales.flatMap(({ sale: { termsUrl, termsAcceptedAt, eventName } }) =>
      termsUrl === undefined ? [] : [{ event: eventName, url: termsUrl, acceptedAt: termsAcceptedAt }],
    ),
    refundRules: refundRules(sales, locale),
  };
}

/** Returns one entry for each date of a sale with the tickets that are wanted. */
export function eventsOf(
  { sale, tickets, venue }: TicketedSale,
  locale: string,
  isWanted: (ticket: Ticket) => boolean,
): EventFacts[] {
  const byDate = Map.groupBy(tickets.filter(isWanted), ({ eventDate }) => eventDate?.id);
  return [...byDate.values()].map((ofDate): EventFacts => {
    const eventDate = ofDate[0]?.eventDate;
    return {
      eventId: sale.eventId,
      name: sale.eventName,
      startsAt: eventDate?.startsAt,
      endsAt: eventDate?.endsAt,
      doorsAt: eventDate?.doors,
      timeZone: eventDate?.timeZone,
      city: venue?.city,
      venue: venue?.name,
      address: venue?.address,
      mapUrl: venue?.mapUrl,
      ageLimit: sale.ageLimit && agesText(sale.ageLimit, wordsOf(locale).Facts),
      tickets: ticketsOf(ofDate),
    };
  });
}

/** Returns what buyers get back by themselves: once where all events have one policy, else with their names. */
function refundRules(sales: readonly TicketedSale[], locale: string): readonly string[] {
  const { Facts } = wordsOf(locale);
  const rules = sales.flatMap(({ sale }) =>
    sale.refundPolicy === undefined
      ? []
      : [{ event: sale.eventName, refund: refundText(sale.refundPolicy, locale, Facts) }],
  );
  const texts = [...new Set(rules.map(({ refund }) => refund))];
  if (texts.length < 2 && rules.length === sales.length) return texts;
  return [...new Set(rules.map((rule) => fill(Facts.ofEvent, rule)))];
}

/** Returns equal tickets as one. */
function ticketsOf(tickets: readonly Ticket[]): readonly TicketFacts[] {
  const facts = tickets.map(({ admission }) => ({
    name: admission.ticketTypeName,
    section: ticketSection(admission),
    door: admission.door,
  }));
  const same = Map.groupBy(facts, (one) => JSON.stringify(one));
  return [...same.values()].flatMap(([one, ...others]) => (one ? [{ ...one, quantity: 1 + others.length }] : []));
}

function receiptFacts(sales: readonly TicketedSale[], locale: string): ReceiptFacts | undefined {
  const receipt = receiptOfOrder(sales);
  if (receipt === undefined) return undefined;
  const { sale: t } = mailWords(locale);
  return {
    ...receipt,
    events: receipt.events.map(({ key, name, lines }) => ({
      name,
      lines: lines.map((line) => ({
        ...line,
        ...priceParts(
          line,
          sales.find(({ reference }) => reference === key),
        ),
      })),
    })),
    ...paymentOfOrder(sales, locale, (method) => t(method)),
  };
}

/** Returns what one ticket of a line costs without its fee, and the fee. */
function priceParts({ name, section, each }: ListedLine, sale: TicketedSale | undefined) {
  const ticket = sale?.tickets.find(
    ({ admission }) =>
      admission.ticketTypeName === name &&
      ticketSection(admission) === section &&
      allInPrice(admission).minor === each.minor,
  );
  return ticket && { price: ticket.admission.price, fee: ticket.admission.fee };
}

/** Returns what every message says about the shop. */
export async function shopFor(language: string): Promise<Shop> {
  const [brand, seller] = await Promise.all([currentBrand(), currentSeller()]);
  return { language, brand: brand.name, seller };
}
