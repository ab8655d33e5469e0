/**
 * The kinds of messages. Each stands here once: with the type of its details, which are what it needs besides the sales,
 * and with the service's own text, which is sent when no storefront renders it. A storefront has a letter for each.
 */
export const MESSAGE_KINDS = {
  TICKETS: kind<{
    /** The buyer chose another date. */
    readonly moved?: true;
    /** The tickets have other codes than those that were sent before. */
    readonly replaced?: true;
  }>({
    subject: (events) => `Your tickets: ${events}`,
    lead: "Thank you for your order. These are your tickets.",
    notes: ({ replaced }) => (replaced === true ? [REPLACED] : []),
    hasCodes: true,
  }),
  GUEST_DETAILS_WANTED: kind<NoDetails>({
    subject: (events) => `Guest details needed: ${events}`,
    lead: "Your order is paid. Open it to enter your guests' details. You'll get the tickets after that.",
  }),
  GUEST_TICKET: kind<{ readonly admission: number }>("of_storefront_only"),
  /** To the guest who was sent a ticket: its date moved, was cancelled, or takes place after all. */
  GUEST_CHANGED: kind<{ readonly admission: number; readonly change: "MOVED" | "CANCELLED" | "REINSTATED" }>(
    "of_storefront_only",
  ),
  DATE_CHANGED: kind<
    EventOf & {
      readonly before: {
        /** A wall time at the venue. */
        readonly startsLocal: string;
        readonly endsLocal: string | null;
        readonly timeZone: string;
        /** Its name. */
        readonly venue: string;
      };
      readonly choices: boolean;
    }
  >({
    subject: (events) => `Changed date: ${events}`,
    lead: "The date or the place has changed. Your tickets stay valid.",
  }),
  CANCELLED: kind<
    EventOf & {
      /** The money goes back without being asked for. */
      readonly refunds: boolean;
      /** The buyer chooses what happens. */
      readonly choices: boolean;
    }
  >({
    subject: (events) => `Cancelled: ${events}`,
    lead: "This event has been cancelled. Open your order to see what happens with your payment.",
  }),
  REINSTATED: kind<EventOf>({
    subject: (events) => `Going ahead: ${events}`,
    lead: "This event takes place after all. Your tickets are valid.",
  }),
  REFUNDED: kind<{
    readonly refund: {
      readonly amount: Amount;
      readonly feeKept: Amount;
      /** The part of the amount that was paid in cash. */
      readonly byHand?: Amount;
      /**
       * The part that went to a voucher: to a new one, to the one that paid, or to that one with a new end. The organiser decides about
       * what of it is `waiting`.
       */
      readonly voucher?: {
        readonly amount: Amount;
        readonly isNew: boolean;
        readonly waiting?: Amount;
        readonly expiresAt?: string;
      };
      readonly reason?: string;
      readonly admissions: readonly number[];
    };
  }>({
    subject: (events) => `Refund: ${events}`,
    lead: "Tickets of your order were returned or refunded, and are no longer valid.",
    notes: ({ refund }) => amountsOf(Object(refund)),
  }),
  /** The voucher that paid cannot take back what it paid, and the organiser has given that a new one. */
  VOUCHER: kind<{ readonly code: string; readonly amount: Amount; readonly expiresAt?: string }>({
    subject: () => "Your new voucher",
    lead: "The voucher that you paid with is no longer in use. What you get back is on a new voucher.",
    notes: ({ code, amount, expiresAt }) => [
      ...(typeof code === "string" ? [`Code: ${oneLine(code)}`] : []),
      ...[shownAmount(amount)].flatMap((shown) => (shown === undefined ? [] : [`Value: ${shown}`])),
      ...endOf(expiresAt),
    ],
  }),
  REFUND_REQUESTED: kind<{ readonly admissions: readonly number[]; readonly reason: string }>({
    subject: (events) => `Refund requested: ${events}`,
    lead: "A buyer has asked for a refund of tickets.",
    notes: reasonOf,
    toOrganiser: true,
  }),
  REFUND_DECLINED: kind<{ readonly admissions: readonly number[]; readonly reason?: string }>({
    subject: (events) => `Refund declined: ${events}`,
    lead: "The organiser has declined your refund request. Your tickets stay valid.",
    notes: reasonOf,
  }),
  /** `deliverMessage` adds `orders`: the sales of the address when the message is sent. */
  FIND_TICKETS: kind<NoDetails>("of_storefront_only"),
  WAITING_LIST_CONFIRM: kind<Entry>("of_storefront_only"),
  /** `isWaiting`: the entry is for any date, and waits for the others. */
  WAITING_LIST_CANCELLED: kind<Entry & { readonly isWaiting: boolean }>("of_storefront_only"),
  /** `startsLocal`: the wall time at the venue before. */
  WAITING_LIST_MOVED: kind<Entry & { readonly before: { readonly startsLocal: string } }>("of_storefront_only"),
  /** `deliverMessage` adds `expiresAt`: when the offer ends, if the mail server takes its mail now. */
  WAITING_LIST_OFFER: kind<Entry & { readonly offer: string }>("of_storefront_only"),
  /** Of these three the row has no key of the link: `deliverMessage` makes the details that a storefront renders, with the finished `link`. */
  INVITATION: kind<Linked>({
    subject: () => "Your invitation",
    lead: "You are invited to work with a ticket shop. Open the link to choose your user name and password.",
    notes: ({ account, inviter, link, expiresAt }: Letter) => [
      ...named("Account", account),
      ...named("Invited by", inviter),
      ...linkOf({ link, expiresAt }),
    ],
    toOrganiser: true,
    hasSales: false,
  }),
  PASSWORD_LINK: kind<Linked>({
    subject: () => "Your new password",
    lead: "Open the link to choose a new password. If you did not ask for one, ignore this message: nothing changes.",
    notes: ({ name, link, expiresAt }: Letter) => [...named("Name", name), ...linkOf({ link, expiresAt })],
    toOrganiser: true,
    hasSales: false,
  }),
  REPLY_TO_CONFIRM: kind<Linked>({
    subject: () => "Confirm your address for replies",
    lead: "Replies of buyers are to be sent to this address. Open the link to confirm it.",
    notes: ({ account, link, expiresAt }: Letter) => [...named("Account", account), ...linkOf({ link, expiresAt })],
    toOrganiser: true,
    hasSales: false,
  }),
};

export type MessageKind = keyof typeof MESSAGE_KINDS;

/** What a message tells: its kind, with the details of that kind. */
export type Told = {
  readonly [Name in MessageKind]: { readonly kind: Name } & GivenDetails<DetailsOf<Name>>;
}[MessageKind];

type DetailsOf<Name extends MessageKind> = (typeof MESSAGE_KINDS)[Name] extends Kind<infer Details> ? Details : never;
type GivenDetails<Details> = NoDetails extends Details ? { readonly details?: Details } : { readonly details: Details };

/** The service's own text, in English. The sales follow it, and where to find the order. */
type OwnText<Details> = {
  readonly subject: (events: string) => string;
  readonly lead: string;
  /** What follows the lead, each a line. The details are those of a row, which another release may have written. */
  readonly notes?: (details: { readonly [Name in keyof Details]?: unknown }) => readonly string[];
  /** The codes of the tickets are listed. */
  readonly hasCodes?: boolean;
  /** The organiser gets no way into the buyer's order, and mail from the operator's sender. */
  readonly toOrganiser?: boolean;
  /** False: it is about no order. */
  readonly hasSales?: boolean;
};

/** `of_storefront_only`: the message is nothing without a link, such as a confirmation of the waiting list. */
export type Kind<Details> = { readonly ownText: OwnText<Details> | "of_storefront_only" };

function kind<Details>(ownText: Kind<Details>["ownText"]): Kind<Details> {
  return { ownText };
}

type NoDetails = Readonly<Record<string, never>>;
/** An event, or one date of it. */
type EventOf = { readonly event: number; readonly eventDate?: number };
/** An amount in the shape that the interface has for it. */
type Amount = { readonly amount: number; readonly currency: string };
/** An entry of a waiting list. */
type Entry = {
  readonly entry: string;
  readonly event: { readonly id: number; readonly name: string };
  readonly eventDate?: { readonly id: number };
  readonly quantity: number;
};

/** The row of a mailed link, and the storefront's page of it with `{key}` for the key. */
type Linked = { readonly mailLink: number; readonly link: string };
/** What `deliverMessage` makes of it. */
type Letter = {
  readonly [name in "link" | "expiresAt" | "account" | "inviter" | "name"]?: unknown;
};

function named(label: string, name: unknown): readonly string[] {
  return typeof name === "string" && name !== "" ? [`${label}: ${oneLine(name)}`] : [];
}

function linkOf({ link, expiresAt }: Letter): readonly string[] {
  return [String(link), `The link is valid until ${String(expiresAt).slice(0, 16).replace("T", " ")} (UTC), and once.`];
}

const REPLACED = "Your tickets have new codes. Show these at the door, not the ones that we sent before.";

type AmountsOfRefund = { readonly amount?: unknown; readonly byHand?: unknown; readonly voucher?: unknown };

/** Returns the amounts of a refund, such as `Amount: 47.5 NZD`. */
function amountsOf({ amount, byHand, voucher }: AmountsOfRefund): readonly string[] {
  const lines = [
    ["Amount", shownAmount(amount)],
    ["Of this paid in cash, and given back in person by the organiser", shownAmount(byHand)],
    ["Of this paid by voucher", shownAmount(Object(voucher).amount)],
    [
      "Of this not given back yet, because the voucher is no longer in use. The organiser decides",
      shownAmount(Object(voucher).waiting),
    ],
  ];
  return [
    ...lines.flatMap(([name, shown]) => (shown === undefined ? [] : [`${name}: ${shown}`])),
    ...endOf(Object(voucher).expiresAt),
  ];
}

function reasonOf({ reason }: { readonly reason?: unknown }): readonly string[] {
  return typeof reason === "string" && reason !== "" ? [`Reason: ${oneLine(reason)}`] : [];
}

/** Returns the line about the end of a voucher, on the day by UTC. */
function endOf(expiresAt: unknown): readonly string[] {
  const [day] = typeof expiresAt === "string" ? (/^\d{4}-\d\d-\d\d/.exec(expiresAt) ?? []) : [];
  return day === undefined ? [] : [`The voucher is valid until: ${day} (UTC)`];
}

function shownAmount(money: unknown): string | undefined {
  const { amount, currency } = Object(money);
  return typeof amount === "number" && typeof currency === "string" ? `${amount} ${currency}` : undefined;
}

/** Names are the organiser's: a line break in one must not start a new line of the message. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
