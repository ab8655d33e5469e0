import "server-only";

import { isOverDays, spanInFull, spanTimes } from "#lib/catalogue/dates/span-text.ts";
import { agesText } from "#lib/catalogue/facts-text.ts";
import { dateInFull, dateTile, momentText, monthInShort, placeOf, timeText } from "#lib/i18n/date-text.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { localeFrom, routing } from "#lib/i18n/routing.ts";
import { addressText, inSection, plainLine } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import type { Block, EventCard, Letter, ReceiptRow, Sentence } from "./letter.ts";
import { type MailWords, mailWords } from "./mail-words.ts";
import type { EventFacts, OrderFacts, ReceiptFacts, Shop } from "./order-facts.ts";

/** Returns the words of a shop's language, and the parts that its letters are made of. */
export function letterParts(shop: Shop) {
  const words = mailWords(shop.language);
  return {
    ...words,
    envelope: envelope(shop),
    eventsInWords: (events: readonly EventFacts[]) => eventsInWords(events, words),
    /** `state` is what became of all these tickets, such as "Cancelled". */
    eventBlocks: (events: readonly EventFacts[], state?: string) =>
      events.map(
        (event): Block => ({
          type: "event",
          event: { ...eventCard(event, shop, words), ...(state !== undefined && { state }) },
        }),
      ),
    receiptBlocks: ({ receipt }: OrderFacts) => (receipt ? receiptBlocks(receipt, shop, words) : []),
    sellerNotes: (order: Notes) => sellerNotes(order, shop, words),
    cancelledDate: (isDateOnly: boolean, dates: readonly EventFacts[]) =>
      isDateOnly ? cancelledDate(dates, shop) : [],
    orderLine: (order: OrderFacts) => orderLine(order, words),
    privateFooter: (order: OrderFacts) => privateFooter(order, words),
  };
}

/** Returns what all letters share. The language is one that has words. */
function envelope({ language, brand }: Shop): Pick<Letter, "language" | "direction" | "brand"> {
  const locale = localeFrom(language);
  return { language: locale, direction: directionOf(locale), brand };
}

/** Returns "The Tempest", or "The Tempest and 2 more events". */
function eventsInWords(events: readonly Pick<EventFacts, "name">[], { mail }: MailWords): string {
  const [first = "", ...others] = [...new Set(events.map(({ name }) => name))];
  return others.length === 0 ? first : mail("moreEvents", { event: first, count: others.length });
}

/**
 * Returns facts without line breaks, control characters and direction overrides in any text: no name starts a line of
 * its own in the plain text, or reverses the text after it.
 */
export function plainFacts<T>(facts: T): T {
  if (typeof facts === "string") return plainLine(facts) as T;
  if (Array.isArray(facts)) return facts.map(plainFacts) as T;
  if (typeof facts !== "object" || facts === null) return facts;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plainFacts(value)])) as T;
}

/** Returns an event as a card: date with its zone, place, and the tickets by section and door. */
function eventCard(event: EventFacts, { language }: Shop, words: MailWords): EventCard {
  const { startsAt, timeZone, tickets } = event;
  const when = startsAt !== undefined && timeZone !== undefined ? { startsAt, timeZone } : undefined;
  return {
    eventId: event.eventId,
    name: event.name,
    ...(when && {
      tile: {
        ...dateTile(when.startsAt, language, when.timeZone),
        month: monthInShort(dayIn(new Date(when.startsAt), when.timeZone).slice(0, 7), language),
        inFull: dateInFull(when.startsAt, language, when.timeZone),
      },
    }),
    lines: [timeLine(event, language, words), placeLine(event, words), limitLine(event, language)].filter(
      (line) => line.length > 0,
    ),
    tickets: tickets.map(({ name, section, door, quantity }) => ({
      text: `${quantity} × ${inSection(name, section, language)}`,
      ...(door && { detail: doorText(door, words) }),
    })),
  };
}

/** Returns "Door: North", or a name that begins with that word, in any language, as it is: "Door A". */
function doorText(door: string, { mail }: MailWords): string {
  const labels = routing.locales.map((locale) => wordsOf(locale).Facts.door.toLowerCase());
  return labels.some((label) => door.toLowerCase().startsWith(label)) ? door : mail("door", { door });
}

function timeLine(
  { startsAt, endsAt, doorsAt, timeZone, city }: EventFacts,
  language: string,
  { mail, sale }: MailWords,
) {
  if (startsAt === undefined || timeZone === undefined) return [];
  const span = { startsAt, endsAt };
  const time = isOverDays(span, timeZone)
    ? spanInFull(span, language, timeZone, "short")
    : spanTimes(span, language, timeZone);
  const place = placeOf({ city: city ?? "", timeZone });
  const doors = doorsAt === undefined ? undefined : timeText(doorsAt, language, timeZone);
  return [
    doors === undefined ? time : mail("timeDoors", { time, doors }),
    { muted: sale("placeTime", { place }) },
  ] satisfies Sentence;
}

function placeLine({ venue, address, mapUrl }: EventFacts, { facts }: MailWords): Sentence {
  const place = addressText([venue, address]);
  if (place === "") return [];
  return [{ name: place }, ...(mapUrl === undefined ? [] : [{ link: facts("map"), href: mapUrl }])];
}

function limitLine({ ageLimit }: EventFacts, language: string): Sentence {
  return ageLimit ? [{ name: agesText(ageLimit, wordsOf(localeFrom(language)).Facts) }] : [];
}

/** Returns the receipt: the lines of all events with the parts of their prices, savings, and the total. */
function receiptBlocks(receipt: ReceiptFacts, { language }: Shop, { mail, sale, cart }: MailWords): Block[] {
  const { events, subtotal, savings, total, tax, methods, paidAt, timeZone } = receipt;
  // No list of zeros.
  if (isZero(total) && isZero(subtotal)) {
    const free = { text: cart("total"), amount: cart("free") };
    return [{ type: "receipt", receipt: { groups: [], sums: [], total: free, notes: [] } }];
  }
  const money = (amount: ReceiptFacts["total"]) => formatMoney(amount, language);
  const groups = events.map(({ name, lines }) => ({
    name,
    rows: lines.map(
      ({ name: type, section, quantity, price, fee, total: amount }): ReceiptRow => ({
        text: `${quantity} × ${inSection(type, section, language)}`,
        ...(price &&
          fee &&
          !isZero(fee) && {
            detail: mail(quantity > 1 ? "pricePartsEach" : "priceParts", { price: money(price), fee: money(fee) }),
          }),
        amount: isZero(amount) ? cart("free") : money(amount),
      }),
    ),
  }));
  const saved = savings.map(
    ({ name, amount }): ReceiptRow => ({
      text: name || sale("saved"),
      amount: money({ ...amount, minor: -amount.minor }).replace("-", "\u2212"),
      isSaving: true,
    }),
  );
  const date = paidAt === undefined ? undefined : momentText(paidAt, language, timeZone ?? "UTC", "short");
  return [
    { type: "heading", text: sale("receipt") },
    {
      type: "receipt",
      receipt: {
        groups,
        sums: saved.length > 0 ? [{ text: cart("subtotal"), amount: money(subtotal) }, ...saved] : [],
        total: { text: sale("total"), amount: isZero(total) ? cart("free") : formatMoney(total, language) },
        notes: [
          ...(methods === "" ? [] : [date === undefined ? methods : mail("paidBy", { methods, date })]),
          ...(isZero(total) ? [] : [tax ? `${sale("fees")} ${sale("tax", { tax: money(tax) })}` : mail("taxes")]),
        ],
      },
    },
  ];
}

/** What the notes say of an order. Without rules, they are about tickets that the buyer cannot return by the rules. */
type Notes = Pick<OrderFacts, "terms" | "receipt"> & {
  readonly refundRules?: readonly string[];
  /** Asked in place of "Change of plans?". */
  readonly question?: string | undefined;
};

/** Returns the refund rules, the seller, and the conditions that were accepted, with their links. */
function sellerNotes(
  { terms, receipt, refundRules, question }: Notes,
  shop: Shop,
  { mail, seller: words }: MailWords,
): Block {
  const { seller, language } = shop;
  const { refundPolicyUrl, email, name } = seller;
  const isFree = receipt !== undefined && isZero(receipt.total);
  const hasRefunds = refundRules !== undefined && !isFree && (refundRules.length > 0 || refundPolicyUrl !== undefined);
  const refunds: Sentence = [
    { strong: question ?? mail("plans") },
    ...(refundRules ?? []),
    ...(refundPolicyUrl === undefined ? [] : [{ link: words("refunds"), href: refundPolicyUrl }]),
  ];
  const soldBy: Sentence = [words("soldBy", { name })];
  // On a line of its own: a dot between the two would end the line on a phone.
  const contact: Sentence[] = email === undefined ? [] : [[{ link: mail("contact"), href: `mailto:${email}` }]];
  const accepted = terms.map(({ event, url, acceptedAt }): Sentence => {
    const when = acceptedAt && momentText(acceptedAt, language, "UTC", "short");
    const said = when ? mail("termsAt", { event, when: `${when} UTC` }) : mail("terms", { event });
    return [said, { link: mail("termsLink"), href: url }];
  });
  return { type: "notes", lines: [...(hasRefunds ? [refunds] : []), soldBy, ...contact, ...accepted] };
}

/** Returns a cancelled date, "Saturday 2 January 2027", for below the title. */
function cancelledDate([first]: readonly EventFacts[], { language }: Shop): Block[] {
  if (first?.startsAt === undefined || first.timeZone === undefined) return [];
  return [{ type: "lead", text: [{ strong: dateInFull(first.startsAt, language, first.timeZone) }] }];
}

/** Returns how many tickets there are in all. */
export function countTickets(events: readonly EventFacts[]): number {
  return events.flatMap(({ tickets }) => tickets).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns the order's number, and its valid tickets: "Order F4K7Q2 · 4 tickets for 2 events". */
function orderLine({ reference, events }: OrderFacts, { sale, cart }: MailWords): string {
  const count = countTickets(events);
  const names = new Set(events.map(({ name }) => name)).size;
  if (count === 0) return sale("order", { reference });
  return [sale("order", { reference }), cart("countOf", { count, events: names })].join(" · ");
}

/** Returns the footer of a message with an order's link. Without a valid ticket there is none that others could use. */
function privateFooter({ buyer, link, events }: OrderFacts, { mail }: MailWords): readonly Sentence[] {
  const secret = events.length === 0 ? [] : [[mail("keepPrivate")]];
  const sent = buyer === undefined ? [] : [mail("sentTo", { email: buyer.email })];
  return [...secret, [...sent, { link: mail("wrongAddress"), href: `${link}/email` }]];
}
