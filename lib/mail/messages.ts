import "server-only";

import { z } from "zod";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { type Attachment, cancellationFiles, orderFiles, withPictures } from "./attachments.ts";
import { cancelled } from "./letters/cancelled.ts";
import { dateChanged } from "./letters/date-changed.ts";
import { findTickets } from "./letters/find-tickets.ts";
import { guestChanged } from "./letters/guest-changed.ts";
import { guestDetailsWanted } from "./letters/guest-details-wanted.ts";
import { guestTicket } from "./letters/guest-ticket.ts";
import { invitation } from "./letters/invitation.ts";
import { passwordLink } from "./letters/password-link.ts";
import { refundDeclined } from "./letters/refund-declined.ts";
import { refundRequested } from "./letters/refund-requested.ts";
import { refunded } from "./letters/refunded.ts";
import { reinstated } from "./letters/reinstated.ts";
import { replyToConfirm } from "./letters/reply-to-confirm.ts";
import { tickets } from "./letters/tickets.ts";
import { voucher } from "./letters/voucher.ts";
import { waitingListCancelled } from "./letters/waiting-list-cancelled.ts";
import { waitingListConfirm } from "./letters/waiting-list-confirm.ts";
import { waitingListMoved } from "./letters/waiting-list-moved.ts";
import { waitingListOffer } from "./letters/waiting-list-offer.ts";
import { renderLetter } from "./mail-html.ts";
import { type MessageKind, messagePurchase, type ReadMessage, saleKey, type Unwritten } from "./message-kind.ts";

/** The kinds of messages that the service sends, by its names for them. */
const MESSAGES = {
  TICKETS: tickets,
  GUEST_DETAILS_WANTED: guestDetailsWanted,
  GUEST_TICKET: guestTicket,
  GUEST_CHANGED: guestChanged,
  DATE_CHANGED: dateChanged,
  CANCELLED: cancelled,
  REINSTATED: reinstated,
  REFUNDED: refunded,
  VOUCHER: voucher,
  REFUND_REQUESTED: refundRequested,
  REFUND_DECLINED: refundDeclined,
  FIND_TICKETS: findTickets,
  REPLY_TO_CONFIRM: replyToConfirm,
  WAITING_LIST_CONFIRM: waitingListConfirm,
  WAITING_LIST_OFFER: waitingListOffer,
  WAITING_LIST_CANCELLED: waitingListCancelled,
  WAITING_LIST_MOVED: waitingListMoved,
  INVITATION: invitation,
  PASSWORD_LINK: passwordLink,
} satisfies Readonly<Record<string, MessageKind>>;

export type MessageName = keyof typeof MESSAGES;

/** What the service asks to be rendered. The kind reads the details. */
const messageBody = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(Object.keys(MESSAGES) as readonly MessageName[]),
  language: z.string().max(35),
  recipient: z.string().max(320),
  sales: z.array(saleKey).max(100),
  details: z.unknown(),
  createdAt: z.string().optional(),
  purchase: messagePurchase,
});

type AskedMessage = {
  readonly id: string;
  readonly kind: MessageName;
  readonly language: string;
  /** The keys of the sales that it is about. */
  readonly sales: readonly string[];
  /** It is about tickets that changed after they were sent. */
  readonly changesTickets: boolean;
  readonly purchase: z.output<typeof messagePurchase>;
  /**
   * Renders it from the present state of its sales. Returns "nothing_to_send" where it has no purpose any more, and
   * "not_found" where its sales or event do not exist. Throws TicketingFault when the service does not answer.
   */
  readonly render: () => Promise<RenderedMessage | Unwritten>;
};

/** Reads what the service asks for. Returns `undefined` for a kind that has no letter here, or a form that is unknown. */
export function readMessage(body: unknown): AskedMessage | undefined {
  const { data } = messageBody.safeParse(body);
  if (data === undefined) return undefined;
  const { id, kind, language, sales, purchase } = data;
  const message = MESSAGES[kind].read(sales, data.details);
  if (message === undefined) return undefined;
  const { changesTickets, write } = message;
  return {
    id,
    kind,
    language,
    sales,
    changesTickets,
    purchase,
    render: () => renderMessage(write, localeFrom(language)),
  };
}

/** A message for one recipient, as the service sends it. */
type RenderedMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** Renders a message as text and HTML in the brand's colour, with its files. */
async function renderMessage(write: ReadMessage["write"], locale: string): Promise<RenderedMessage | Unwritten> {
  const written = await write(locale);
  if (typeof written === "string") return written;
  const { letter, hasPictures = false, filesOf, cancelsDatesOf, headers } = written;
  const [files, cancellation, pictured] = await Promise.all([
    filesOf ? orderFiles(filesOf, locale) : [],
    cancelsDatesOf ? cancellationFiles(cancelsDatesOf, locale) : [],
    hasPictures ? withPictures(letter) : { letter, pictures: [] },
  ]);
  return {
    ...renderLetter(pictured.letter, (await currentBrand()).colour),
    attachments: [...files, ...cancellation, ...pictured.pictures],
    ...(headers && { headers }),
  };
}
