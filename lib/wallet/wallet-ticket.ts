import "server-only";

import { createHash } from "node:crypto";
import { currentBrand, currentSeller, type ShopBrand } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { nameWithoutLinks } from "#lib/i18n/typed-text.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { type TicketState, ticketState } from "#lib/orders/tickets.ts";
import { type Admission, qrText, shortCode } from "#lib/ticketing/model/admission.ts";
import type { DateOnTicket, Event, Venue } from "#lib/ticketing/model/event.ts";
import type { Sale } from "#lib/ticketing/model/sale.ts";
import { accentTokens, hueOf } from "#lib/tickets/art/accent.ts";
import { type PosterArt, posterArt } from "#lib/tickets/art/poster-art.ts";
import { type Coordinates, coordinatesOf } from "#lib/tickets/calendar/calendar-file.ts";

/** The shop and the seller that a pass names. */
export type PassShop = { readonly brand: ShopBrand; readonly seller: string };

export async function shopOfPasses(): Promise<PassShop> {
  const [brand, { name }] = await Promise.all([currentBrand(), currentSeller()]);
  return { brand, seller: name };
}

/** A ticket as the service returns it, with its place among the tickets of its sale. */
export type SoldTicket = {
  readonly sale: Pick<Sale, "key" | "reference" | "eventId" | "eventName">;
  readonly admission: Admission;
  readonly event: Event | undefined;
  readonly eventDate: DateOnTicket;
  readonly venue: Venue | undefined;
  readonly number: number;
  readonly count: number;
};

/** Returns the content of a pass. A guest's pass has neither the holder, who may be the buyer, nor the order's reference. */
export function walletTicketOf(
  sold: SoldTicket,
  { brand }: PassShop,
  locale: string,
  isForGuest: boolean,
): WalletTicket {
  const { sale, admission, event, eventDate, venue, number, count } = sold;
  const state = ticketState(admission, event, eventDate);
  const section = admission.section === admission.ticketTypeName ? undefined : admission.section;
  const serial = serialOf(sale.key, admission.id);
  return {
    serial,
    group: `${(!isForGuest && sale.reference) || serial}-${eventDate.id}`,
    eventDateId: eventDate.id,
    eventName: sale.eventName,
    startsAt: eventDate.startsAt,
    endsAt: eventDate.endsAt,
    timeZone: eventDate.timeZone,
    doors: eventDate.doors,
    ...(venue && {
      venue: { name: venue.name, address: venue.address, coordinates: coordinatesOf(venue.mapUrl) },
    }),
    ticketType: admission.ticketTypeName,
    section,
    door: admission.door,
    ageLimit: admission.ageLimit ?? event?.ageLimit,
    holder: nameWithoutLinks(isForGuest ? admission.guestName : admission.holder),
    number,
    count,
    ...(state === "valid" && { code: { text: qrText(admission), shown: shortCode(admission) } }),
    notice: noticeOf(state, locale),
    url: `${env().FOYER_ORIGIN}/${locale}/events/${sale.eventId}`,
    art: posterArt(`event-${sale.eventId}`, hueOf(brand.colour)),
  };
}

/** Returns what the passes of an order have in common. A guest does not see the number of the buyer's order. */
export function walletOrderOf(
  { sale }: Pick<SoldTicket, "sale">,
  { brand, seller }: PassShop,
  locale: string,
  isForGuest: boolean,
): WalletOrder {
  const { Sale, Wallet, Facts } = wordsOf(locale);
  const { fill, on } = accentTokens(brand.colour).light;
  const { when, where, ticketType, section, name, soldBy, pdfAdvice } = Sale;
  const { order, state, ends, moved } = Wallet;
  const { doorsLabel: doors, door, agesLabel: age } = Facts;
  return {
    language: locale,
    reference: (!isForGuest && sale.reference) || "",
    shop: { name: brand.name, fill, on },
    seller,
    labels: {
      when,
      where,
      ticketType,
      section,
      name,
      soldBy,
      ends,
      doors,
      door,
      age,
      order,
      state,
      moved,
      advice: pdfAdvice,
    },
  };
}

function noticeOf(state: TicketState, locale: string): string | undefined {
  const { Wallet, Common } = wordsOf(locale);
  const words: Record<TicketState, string | undefined> = {
    valid: undefined,
    pending: undefined,
    refunded: Wallet.refunded,
    returned: Wallet.returned,
    cancelled: Common.cancelled,
  };
  return words[state];
}

/** Returns the serial of a ticket's pass: a digest, from which no key can be derived. */
export function serialOf(saleKey: string, admissionId: number): string {
  return createHash("sha256").update(`pass ${saleKey} ${admissionId}`).digest("hex").slice(0, 24);
}

/** One ticket as the wallet of a phone shows it. Instants are ISO 8601 with the venue's offset. */
export type WalletTicket = {
  /** Stable and not secret: a wallet replaces a pass by another one with the same serial. */
  readonly serial: string;
  /** The same for the tickets of an order for one date: a wallet shows them as a group. */
  readonly group: string;
  readonly eventDateId: number;
  readonly eventName: string;
  readonly startsAt: string;
  readonly endsAt?: string | undefined;
  readonly timeZone: string;
  readonly doors?: string | undefined;
  readonly venue?:
    | { readonly name: string; readonly address: string; readonly coordinates?: Coordinates | undefined }
    | undefined;
  readonly ticketType: string;
  readonly section?: string | undefined;
  readonly door?: string | undefined;
  readonly ageLimit?: string | undefined;
  readonly holder: string;
  readonly number: number;
  readonly count: number;
  /** The content of the QR code, and the text below it. Absent while the ticket is not valid. */
  readonly code?: { readonly text: string; readonly shown: string } | undefined;
  /** Why it is not valid: "Cancelled". A wallet then shows the pass as void. */
  readonly notice?: string | undefined;
  /** The event's page. */
  readonly url: string;
  readonly art: PosterArt;
};

/** What is the same for all tickets of an order. */
export type WalletOrder = {
  /** IETF language tag. */
  readonly language: string;
  readonly reference: string;
  readonly shop: { readonly name: string; readonly fill: string; readonly on: string };
  readonly seller: string;
  readonly labels: Readonly<Record<WalletLabel, string>>;
};

/** The labels of a pass's fields, in the buyer's language. */
type WalletLabel =
  | "when"
  | "where"
  | "ends"
  | "doors"
  | "ticketType"
  | "section"
  | "door"
  | "age"
  | "name"
  | "order"
  | "soldBy"
  | "state"
  | "advice"
  | "moved";

/** Returns an instant without fractions of a second, which a wallet need not accept. */
export function withoutFraction(instant: string): string {
  return instant.replace(/\.\d+(?=Z|[+-]\d\d:\d\d$)/, "");
}
