import "server-only";

import { getTranslations } from "next-intl/server";
import type { ListedLine } from "#lib/cart/order-lines.ts";
import { agesText, refundText } from "#lib/catalogue/facts-text.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { brand } from "#lib/env.ts";
import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { EventFacts, OrderFacts, ReceiptFacts, Shop, TicketFacts } from "#lib/mail/mail-facts.ts";
import { orderReference, paymentOfOrder, receiptOfOrder } from "#lib/orders/order.ts";
import { isValid, type Ticket, type TicketedSale } from "#lib/orders/tickets.ts";
import { ticketSection } from "#lib/ticketing/model/admission.ts";
import { allInPrice } from "#lib/ticketing/model/offering.ts";

/** Returns what messages say about an order: its tickets that are valid, the whole receipt, and the conditions. */
export async function orderFacts(
  sales: readonly TicketedSale[],
  { link, locale }: { readonly link: string; readonly locale: string },
): Promise<OrderFacts> {
  const buyer = sales.find(({ sale }) => sale.buyer)?.sale.buyer;
  const tickets = sales.flatMap((sale) => sale.tickets);
  return {
    reference: sales.find(({ sale }) => sale.reference)?.sale.reference ?? orderReference(sales),
    link,
    buyer: buyer && { firstName: buyer.firstName, lastName: buyer.lastName, email: buyer.email },
    events: sales.flatMap((sale) => eventsOf(sale, locale, isValid)),
    receipt: await receiptFacts(sales, locale),
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

async function receiptFacts(sales: readonly TicketedSale[], locale: string): Promise<ReceiptFacts | undefined> {
  const receipt = receiptOfOrder(sales);
  if (receipt === undefined) return undefined;
  const t = await getTranslations({ locale, namespace: "Sale" });
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
  const { BRAND_NAME } = brand();
  return { language, brand: BRAND_NAME, seller: await currentSeller() };
}
