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
  readonly orderLink: string | undefined;
};

type Words = { readonly subject: (events: string) => string; readonly lead: string; readonly isWithTickets: boolean };

/** The kinds that need no page of a storefront. A confirmation or an offer of the waiting list is nothing without its link. */
const WORDS: Readonly<Record<string, Words>> = {
  TICKETS: {
    subject: (events) => `Your tickets: ${events}`,
    lead: "Thank you for your order. These are your tickets.",
    isWithTickets: true,
  },
  GUEST_DETAILS_WANTED: {
    subject: (events) => `Guest details needed: ${events}`,
    lead: "Your order is paid. Open it to enter your guests' details. You'll get the tickets after that.",
    isWithTickets: false,
  },
  DATE_CHANGED: {
    subject: (events) => `Changed date: ${events}`,
    lead: "The date or the place has changed. Your tickets stay valid.",
    isWithTickets: false,
  },
  CANCELLED: {
    subject: (events) => `Cancelled: ${events}`,
    lead: "This event has been cancelled. Open your order to see what happens with your payment.",
    isWithTickets: false,
  },
  REINSTATED: {
    subject: (events) => `Going ahead: ${events}`,
    lead: "This event takes place after all. Your tickets are valid.",
    isWithTickets: false,
  },
  REFUNDED: {
    subject: (events) => `Refund: ${events}`,
    lead: "Tickets of your order were returned or refunded, and are no longer valid.",
    isWithTickets: false,
  },
  REFUND_REQUESTED: {
    subject: (events) => `Refund requested: ${events}`,
    lead: "A buyer has asked for a refund of tickets.",
    isWithTickets: false,
  },
  REFUND_DECLINED: {
    subject: (events) => `Refund declined: ${events}`,
    lead: "The organiser has declined your refund request. Your tickets stay valid.",
    isWithTickets: false,
  },
  FIND_TICKETS: {
    subject: () => "Your orders",
    lead: "You asked for your orders. If you did not, ignore this message.",
    isWithTickets: false,
  },
};

const REPLACED = "Your tickets have new codes. Show these at the door, not the ones that we sent before.";

/** Returns the service's own text in English, or `undefined` for a kind that needs a storefront, or without a sale. */
export function plainMessage(
  kind: string,
  sales: readonly PlainSale[],
  details: MessageDetails = {},
): MailContent | undefined {
  const words = WORDS[kind];
  if (words === undefined || sales.length === 0) return undefined;
  const events = [...new Set(sales.map(({ eventName }) => oneLine(eventName)))].join(", ");
  const amounts = kind === "REFUNDED" ? refundOf(details) : [];
  // The organiser gets no way into the buyer's order.
  const links = kind === "REFUND_REQUESTED" ? [] : [...new Set(sales.flatMap(({ orderLink }) => orderLink ?? []))];
  const reason = kind === "REFUND_DECLINED" && typeof details.reason === "string" ? details.reason : "";
  const blocks = [
    words.lead,
    ...(details.replaced === true ? [REPLACED] : []),
    ...(reason === "" ? [] : [`Reason: ${oneLine(reason)}`]),
    ...amounts,
    ...sales.map((sale) => blockOf(sale, words.isWithTickets)),
    ...links.map((link) => `Open your order: ${link}`),
  ];
  return { subject: words.subject(events).slice(0, 200), text: `${blocks.join("\n\n")}\n` };
}

function blockOf({ eventName, venueName, dates, lines, total, codes }: PlainSale, isWithTickets: boolean): string {
  const tickets = isWithTickets ? codes.map((code) => `Ticket code: ${code}`) : [];
  return [eventName, ...dates, venueName, ...lines, `Total: ${total}`, ...tickets].map(oneLine).join("\n");
}

/** Returns the amounts of a refund as the details have them, such as `Amount: 47.5 NZD`. */
function refundOf({ refund }: MessageDetails): readonly string[] {
  const { amount, byHand } = Object(refund);
  const lines = [
    ["Amount", shownAmount(amount)],
    ["Of this paid in cash, and given back in person by the organiser", shownAmount(byHand)],
  ];
  return lines.flatMap(([name, shown]) => (shown === undefined ? [] : [`${name}: ${shown}`]));
}

function shownAmount(money: unknown): string | undefined {
  const { amount, currency } = Object(money);
  return typeof amount === "number" && typeof currency === "string" ? `${amount} ${currency}` : undefined;
}

/** Names are the organiser's: a line break in one must not start a new line of the message. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
