import { type Kind, MESSAGE_KINDS, oneLine } from "#src/platform/domain/message-kinds.ts";
import type { MailContent, MessageDetails } from "./message.ts";

/** A sale as the service's own texts name it. */
export type PlainSale = {
  readonly eventName: string;
  readonly venueName: string;
  /** Each in full, with its time zone. */
  readonly dates: readonly string[];
  /** Such as `2 × Adult, Stalls`. */
  readonly lines: readonly string[];
  /** Such as `97.00 NZD`. */
  readonly total: string;
  /** The contents of the QR codes of tickets that admit now. */
  readonly codes: readonly string[];
};

/** By the name in a row, which another release may have written. */
const KINDS: Readonly<Record<string, Kind<MessageDetails>>> = MESSAGE_KINDS;

/**
 * Returns the service's own text in English, or `undefined` for a kind that needs a storefront, or without a sale that it is about. `shop` is the
 * address of the storefront, which alone makes links of orders.
 */
export function plainMessage(
  kind: string,
  sales: readonly PlainSale[],
  { details = {}, shop }: { readonly details?: MessageDetails; readonly shop?: string | undefined } = {},
): MailContent | undefined {
  const text = KINDS[kind]?.ownText;
  if (text === undefined || text === "of_storefront_only") return undefined;
  const { subject, lead, notes, hasCodes = false, toOrganiser = false, hasSales = true } = text;
  if (hasSales && sales.length === 0) return undefined;
  const events = [...new Set(sales.map(({ eventName }) => oneLine(eventName)))].join(", ");
  const blocks = [
    lead,
    ...(notes?.(details) ?? []),
    ...sales.map((sale) => blockOf(sale, hasCodes)),
    ...(shop === undefined || toOrganiser ? [] : [`Open your order by "Find my tickets" at ${shop}`]),
  ];
  return { subject: subject(events).slice(0, 200), text: `${blocks.join("\n\n")}\n` };
}

/** Returns whether a message is to the organiser or to who works there, and not to a buyer. */
export function isToOrganiser(kind: string): boolean {
  const text = KINDS[kind]?.ownText;
  return typeof text === "object" && text.toOrganiser === true;
}

/** Returns whether a message is about no order, but has a link that the service makes and that ends. */
export function hasOwnLink(kind: string): boolean {
  const text = KINDS[kind]?.ownText;
  return typeof text === "object" && text.hasSales === false;
}

function blockOf({ eventName, venueName, dates, lines, total, codes }: PlainSale, hasCodes: boolean): string {
  const tickets = hasCodes ? codes.map((code) => `Ticket code: ${code}`) : [];
  return [eventName, ...dates, venueName, ...lines, `Total: ${total}`, ...tickets].map(oneLine).join("\n");
}
