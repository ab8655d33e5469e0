import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { isValid, type Ticket, type TicketedSale, ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealSaleLink } from "#lib/session/links/links.ts";
import { REQUEST_ID } from "#lib/telemetry/current-request.ts";
import { id, orderReference } from "#lib/ticketing/wire/shapes.ts";
import type { Letter } from "./letter.ts";
import { type EventFacts, eventsOf, type OrderFacts, orderFacts, type Shop, shopFor } from "./order-facts.ts";

/** A kind of message as the list in `messages.ts` has it. `letters` has a file for each. */
export type MessageKind = {
  /** Returns what the service asks for, or `undefined` for a form that is unknown. */
  readonly read: (sales: readonly string[], details: unknown) => ReadMessage | undefined;
};

export type ReadMessage = {
  /** It is about tickets that changed after they were sent, so copies in wallets are updated. */
  readonly changesTickets: boolean;
  /** Throws TicketingFault when the service does not answer. */
  readonly write: (locale: string) => Promise<WrittenMessage | Unwritten>;
};

/** There is nothing to tell any more; or its sales or event do not exist. */
export type Unwritten = "nothing_to_send" | "not_found";

type WrittenMessage = {
  readonly letter: Letter;
  /** The pictures of its events are attached. */
  readonly hasPictures?: boolean;
  /** The sales whose PDF and calendar file are attached. */
  readonly filesOf?: readonly TicketedSale[];
  /** The sales whose cancelled dates an attached file takes out of a calendar. */
  readonly cancelsDatesOf?: readonly TicketedSale[];
  readonly headers?: Readonly<Record<string, string>>;
};

type Declared<Details> = {
  /** Reads what the service sends besides the sales. */
  readonly details: z.ZodType<Details>;
  readonly changesTickets: boolean | ((details: Details) => boolean);
};

type ToWrite<Details> = { readonly sales: readonly string[]; readonly details: Details; readonly locale: string };

/** Declares a kind of message. */
export function messageKind<Details>({
  details: shape,
  changesTickets,
  needsSales,
  write,
}: Declared<Details> & {
  /** A message without sales is refused. */
  readonly needsSales: boolean;
  readonly write: (message: ToWrite<Details>) => Promise<WrittenMessage | Unwritten>;
}): MessageKind {
  return {
    read(sales, given) {
      const { data: details } = shape.safeParse(given);
      if (details === undefined || (needsSales && sales.length === 0)) return undefined;
      return {
        changesTickets: typeof changesTickets === "boolean" ? changesTickets : changesTickets(details),
        write: (locale) => write({ sales, details, locale }),
      };
    },
  };
}

/** Declares a kind of message about one paid order. It has nothing to say about an order without a paid sale. */
export function orderMessage<Details>({
  letter,
  ...declared
}: Declared<Details> & {
  readonly letter: (order: PaidOrder, details: Details) => WrittenMessage | "nothing_to_send";
}): MessageKind {
  return messageKind({
    ...declared,
    needsSales: true,
    async write({ sales: keys, details, locale }) {
      const found = await ticketsOfSales(keys);
      if (found === undefined) return "not_found";
      const sales = found.filter(({ sale }) => sale.status === "CONFIRMED");
      if (sales.length === 0) return "nothing_to_send";
      const link = await sealSaleLink(sales.map(({ sale }) => sale.key));
      const order = orderFacts(sales, { link: `${env().FOYER_ORIGIN}/${locale}/sales/${link}`, locale });
      return letter({ sales, order, shop: await shopFor(locale) }, details);
    },
  });
}

/** The paid sales of one order, and what letters say about them. */
type PaidOrder = {
  readonly sales: readonly TicketedSale[];
  readonly order: OrderFacts;
  readonly shop: Shop;
};

export function hasValidTicket({ sales }: PaidOrder): boolean {
  return sales.some(({ tickets }) => tickets.some(isValid));
}

/** Returns the events of an order with these tickets alone. Without a list the message is about all tickets. */
export function eventsWith({ sales, shop }: PaidOrder, admissionIds: readonly number[]): readonly EventFacts[] {
  const isOne = ({ admission }: Ticket) => admissionIds.length === 0 || admissionIds.includes(admission.id);
  return sales.flatMap((sale) => eventsOf(sale, shop.language, isOne));
}

/** What a letter says about an event, or a date of it, that changed. */
export type ChangedFacts = {
  readonly order: OrderFacts;
  /** The dates of the changed event, as they are now. */
  readonly events: readonly EventFacts[];
  /** The name of the changed event, also where the order has no ticket of it any more. */
  readonly event: string;
};

/** Returns the dates of an event with the tickets that are wanted. */
export function changedFacts(
  { sales, order, shop }: PaidOrder,
  eventId: number,
  isWanted: (ticket: Ticket) => boolean,
): ChangedFacts {
  const ofEvent = sales.filter(({ sale }) => sale.eventId === eventId);
  const event = (ofEvent[0] ?? sales[0])?.sale.eventName ?? "";
  return { order, event, events: ofEvent.flatMap((sale) => eventsOf(sale, shop.language, isWanted)) };
}

/**
 * By what the lines of a purchase are found, as the service names it with a message: for the log. What is in another form is left
 * out, and its message is rendered all the same.
 */
export const messagePurchase = z
  .object({ order: orderReference, attempt: z.uuid(), request: z.string().regex(REQUEST_ID) })
  .partial()
  .optional()
  .catch(undefined);

/** In details: a reference, or its number alone. */
export const idOf = z.union([id, z.looseObject({ id }).transform((one) => one.id)]);
/** In details: the key of a sale, or of an entry or an offer of a waiting list. */
export const saleKey = z.string().min(1).max(100);
export const noDetails = z.looseObject({});
