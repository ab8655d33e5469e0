import type { Cause } from "#src/platform/domain/cause.ts";

/** What a kind needs besides the sales, as a row has it. */
export type MessageDetails = Readonly<Record<string, unknown>>;

export const MESSAGE_STATES = ["QUEUED", "SENT", "DEAD", "CANCELLED"] as const;
/** QUEUED until it is sent. DEAD: given up, and a person may retry it. CANCELLED: there was nothing to tell any more. */
export type MessageState = (typeof MESSAGE_STATES)[number];
export type SettledState = Exclude<MessageState, "QUEUED">;

/** A message whose try has begun. */
export type MessageOnTry = {
  readonly id: string;
  readonly accountId: number;
  readonly kind: string;
  readonly recipient: string;
  readonly language: string;
  readonly saleKeys: readonly string[];
  readonly details: MessageDetails;
  readonly renderer: { readonly address: string; readonly token: string } | undefined;
  readonly createdAt: Date;
  /** The purchase that it is about: the order's reference, the storefront's id of its attempt, and the request that caused it. */
  readonly order: string | undefined;
  readonly attempt: string | undefined;
  readonly request: string | undefined;
  /** 1 for its first try. A later try takes the message over. */
  readonly tryNumber: number;
  /** Seconds since it was queued last. */
  readonly ageSeconds: number;
  /** Seconds since its storefront first failed to render it; `undefined` when its last try was not that. */
  readonly notRenderedSeconds: number | undefined;
  /** How often it has failed by itself. */
  readonly ownFailures: number;
  /** Seconds since it could be tried again; `undefined` for its first try. */
  readonly dueSeconds: number | undefined;
};

/** A message as staff see it. */
export type MessageReport = {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly state: MessageState;
  readonly tries: number;
  readonly lastError: string | undefined;
  readonly createdAt: Date;
};

/** The messages of an account that were given up, by the reason of their last try. */
export type DeadMessages = {
  readonly causes: readonly {
    readonly error: string | undefined;
    readonly messages: number;
    readonly newest: Date;
  }[];
  /** Of all causes, also those that are not listed. */
  readonly total: number;
};

/** After this time without the storefront, the service sends a plain text of its own, if it has one for the kind. */
export const RENDERER_AWAY_SECONDS = 60 * 60;
/** The same for a message with a link that ends in an hour. */
export const RENDERER_AWAY_SECONDS_OF_LINKS = 5 * 60;
/**
 * What fails by itself is given up after this time and so many failures. An outage gives up nothing: a message that is sent
 * late says what is true then.
 */
export const MESSAGE_LIFE_SECONDS = 7 * 24 * 60 * 60;
export const OWN_FAILURES_MIN = 30;
const PAUSE_SECONDS = 5;
const PAUSE_SECONDS_MAX = 4 * 60 * 60;

/** Returns how long a message is left alone that has failed so often by itself. The places of an offer wait for its mail. */
export function pauseAfter({ kind, ownFailures }: Pick<MessageOnTry, "kind" | "ownFailures">): number {
  return kind === "WAITING_LIST_OFFER" ? 0 : Math.min(PAUSE_SECONDS * 2 ** (ownFailures - 1), PAUSE_SECONDS_MAX);
}

/**
 * The mail server may refuse every message while only one waits. For this time it is tried as often as in an outage, which costs a few
 * hundred tries at most; a full mailbox is found before, once another message is accepted.
 */
const ONLY_ONE_SECONDS = 12 * 60 * 60;

/** Returns whether a message that the mail server refused for now is left alone, as one that fails by itself. */
export function isLeftAlone({ acceptsOthers = false }: MailFailure, { ageSeconds }: Pick<MessageOnTry, "ageSeconds">) {
  return acceptsOthers || ageSeconds > ONLY_ONE_SECONDS;
}

/** Sent messages and those without a purpose are deleted after this time, with their addresses. */
export const SETTLED_KEEP_SECONDS = 30 * 24 * 60 * 60;
/** Messages that were given up are kept longer: a person may retry them. */
export const DEAD_KEEP_SECONDS = 90 * 24 * 60 * 60;

/** A message that is ready to be sent. */
export type Mail = {
  /** Identifies the message on every try, so that a mailbox can show a repeated one once. */
  readonly id: string;
  /** Exactly one validated address. */
  readonly recipient: string;
  readonly language: string;
  /** It was refused while others were accepted, so that its refusal says nothing about the server. */
  readonly failsByItself?: boolean;
} & Sender &
  MailContent;

/** What an account has set about the sender of its mail to buyers. */
export type Sender = {
  /** In place of the operator's. */
  readonly senderName?: string | undefined;
  /** The address that gets replies. */
  readonly replyTo?: string | undefined;
};

export type MailContent = {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** The value of List-Unsubscribe, such as `<https://tickets.example/…>`. */
  readonly listUnsubscribe?: string;
};

type MailAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentBase64: string;
  /** The HTML shows it in place, as `cid:…`. */
  readonly cid?: string | undefined;
};

/**
 * Something failed that may pass: this message alone, or every message, since the other program is `away`. `reason` has no address,
 * since it is shown to staff and logged.
 */
export type Failure = { readonly result: "failed" | "away"; readonly reason: string; readonly cause: Cause };

/** The result of sending a message: the mail server took it, refused this recipient or this content for good, or a failure. */
export type MailResult =
  /** `endsOutage`: it was refused before, or several others were and none was accepted meanwhile. */
  | { readonly result: "sent"; readonly endsOutage?: boolean }
  | { readonly result: "refused"; readonly reason: string }
  | MailFailure;

/** `acceptsOthers`: the server has accepted another message after it had refused this one. */
export type MailFailure = Failure & { readonly acceptsOthers?: boolean };

/** Sends mail. It never throws. */
export type MailServer = {
  readonly send: (mail: Mail) => Promise<MailResult>;
  /** After a failure looks whether the server takes mail again, and returns why it does not. Else it asks nothing. */
  readonly whyAway: () => Promise<Failure | undefined>;
  readonly close: () => void;
};

/** What a storefront needs to render a message. It reads the sales itself. */
type RenderRequest = Pick<MessageOnTry, "id" | "kind" | "language" | "recipient" | "details"> & {
  /** The keys of the sales. */
  readonly sales: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** What the storefront logs, so that its lines of a purchase are found like those of the service. */
  readonly purchase: { readonly [name in "order" | "attempt" | "request"]?: string | undefined };
};

/** `nothing`: there is nothing to tell any more, such as about an offer that has ended. */
type RenderResult =
  | { readonly result: "rendered"; readonly content: MailContent }
  | { readonly result: "nothing" }
  | RenderFailure;

export type RenderFailure = Failure & {
  /** How long before this one the storefront has rendered another message, if it has; negative for one meanwhile. */
  readonly renderedSecondsAgo?: number | undefined;
};

/** Renders a message. It never throws. */
export type RenderMessage = (
  renderer: { readonly address: string; readonly token: string },
  request: RenderRequest,
) => Promise<RenderResult>;
