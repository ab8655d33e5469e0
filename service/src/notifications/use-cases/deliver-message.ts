import { NOBODY } from "#src/accounts/domain/mail-link.ts";
import { letterOfLink } from "#src/accounts/use-cases/mail-links.ts";
import {
  type Failure,
  isLeftAlone,
  type MailContent,
  type MailServer,
  MESSAGE_LIFE_SECONDS,
  type MessageOnTry,
  OWN_FAILURES_MIN,
  pauseAfter,
  RENDERER_AWAY_SECONDS,
  RENDERER_AWAY_SECONDS_OF_LINKS,
  type RenderFailure,
  type RenderMessage,
  type SettledState,
} from "#src/notifications/domain/message.ts";
import { hasOwnLink, isToOrganiser } from "#src/notifications/domain/plain-message.ts";
import {
  deleteMessage,
  endPauses,
  errorOfWaiting,
  findOrdersOf,
  findSender,
  maySend,
  noteFailure,
  settleMessage,
  startTry,
} from "#src/notifications/store/messages.ts";
import { emailAddressOf } from "#src/platform/domain/email-address.ts";
import { count } from "#src/platform/domain/measure.ts";
import type { LabelsOf } from "#src/platform/domain/metrics.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { isAnythingPaid } from "#src/reservations/store/order-messages.ts";
import { acceptOfferMail, giveUpOfferMail, startOfferMail } from "#src/reservations/store/waiting-list/offers.ts";
import { countUnpaidMail } from "#src/reservations/use-cases/limited-mail.ts";
import { writePlainMessage } from "./write-plain-message.ts";

/** The runtime of the worker, which alone renders (`outside/storefront-renderer.ts`) and sends (`outside/mail-server.ts`). */
export type MessageRuntime = Runtime & { readonly mailServer: MailServer; readonly render: RenderMessage };

/** A try failed in a way that may pass. The queue repeats it. */
class TryFailed extends Error {}
const CHANGED = "It was changed or taken over during the try.";

type Prepared =
  | { readonly state: "ready"; readonly content: MailContent }
  | { readonly state: "cancelled" | "forgotten" }
  | { readonly state: "dead"; readonly reason: string }
  | { readonly state: "later"; readonly failure: Failure; readonly isLeftAlone: boolean };

/**
 * How long a try waits for a mail server that takes nothing, before it looks again. It holds up the tries behind it, which would fail
 * as well, and each cost the storefront a rendering.
 */
const AWAY_PAUSE_MS = 10_000;

/**
 * Tries to send a message once. It is then SENT, or DEAD when it never can be sent, or CANCELLED when there is nothing to
 * tell any more; after any other failure this throws, and the queue tries again. When the process ends after the mail server
 * has accepted the message and before its row says SENT, the next try sends it again, with the same Message-ID.
 */
export async function deliverMessage(runtime: MessageRuntime, id: string): Promise<void> {
  const { db, mailServer } = runtime;
  const away = await whyMailServerAway(runtime);
  if (away !== undefined) return retryLater(runtime, { id }, "mail server", away);
  const message = await startTry(db, id);
  if (message === undefined) return keepWaiting(runtime, id);
  const recipient = emailAddressOf(message.recipient);
  if (recipient === undefined) return settle(runtime, message, "DEAD", "The recipient is not an email address.");

  // It was asked for with a name that nobody has.
  if (recipient === NOBODY) return deleteMessage(db, id);

  const current = await withCurrentDetails(runtime, message);
  if (current === undefined) return settle(runtime, message, "CANCELLED");
  const prepared = await prepare(runtime, current);
  switch (prepared.state) {
    case "cancelled":
      return settle(runtime, current, "CANCELLED");
    case "forgotten":
      return deleteMessage(db, id);
    case "dead":
      return settle(runtime, current, "DEAD", prepared.reason);
    case "later":
      return failedTry(runtime, current, "storefront", prepared.failure, prepared.isLeftAlone);
  }
  // Rendering takes seconds. Meanwhile the buyer may have corrected the address, or another worker may have begun a try,
  // because this one seemed dead.
  if (!(await maySend(db, message))) throw new TryFailed(CHANGED);
  const sender = isToOrganiser(message.kind) ? {} : await findSender(db, message.accountId);
  const sent = await mailServer.send({
    ...prepared.content,
    ...sender,
    id,
    recipient,
    language: message.language,
    failsByItself: message.ownFailures > 0,
  });
  if (sent.result === "sent") {
    await settle(runtime, current, "SENT");
    if (sent.endsOutage) await endPauses(db);
    return;
  }
  if (sent.result === "refused") return settle(runtime, current, "DEAD", sent.reason);
  return failedTry(runtime, current, "mail server", sent, isLeftAlone(sent, current));
}

/** Leaves a message to a later try that has failed by itself a short time ago. */
async function keepWaiting({ db }: MessageRuntime, id: string): Promise<void> {
  const error = await errorOfWaiting(db, id);
  if (error !== undefined) throw new TryFailed(error);
}

/** Returns why the mail server takes nothing, and has taken nothing for a while. */
async function whyMailServerAway({ mailServer, steadyClock }: MessageRuntime): Promise<Failure | undefined> {
  if ((await mailServer.whyAway()) === undefined) return undefined;
  await steadyClock.pause(AWAY_PAUSE_MS);
  return mailServer.whyAway();
}

const EVENTS = {
  SENT: "A message was sent.",
  DEAD: "A message was refused.",
  CANCELLED: "A message had nothing to tell any more.",
} as const;
const RESULTS = { SENT: "sent", DEAD: "dead", CANCELLED: "cancelled" } as const;

async function settle(
  runtime: MessageRuntime,
  message: MessageOnTry,
  state: SettledState,
  reason?: string,
): Promise<void> {
  const isSettled =
    message.kind === "WAITING_LIST_OFFER"
      ? await settleOfferMessage(runtime, message, state, reason)
      : await settleMessage(runtime.db, message, state, reason);
  if (!isSettled) throw new TryFailed(CHANGED);
  count("foyer_service_messages_total", { result: RESULTS[state] });
  const { id, kind, order, attempt, request } = message;
  runtime.log(state === "DEAD" ? "warn" : "info", EVENTS[state], { message: id, kind, order, attempt, request });
}

/** Returns the message with those details that are only known when it is sent, or `undefined` when there is nothing to tell any more. */
function withCurrentDetails(runtime: MessageRuntime, message: MessageOnTry): Promise<MessageOnTry | undefined> {
  switch (message.kind) {
    case "FIND_TICKETS":
      return withOrders(runtime, message);
    case "WAITING_LIST_OFFER":
      return withOfferEnd(runtime, message);
    case "INVITATION":
    case "PASSWORD_LINK":
    case "REPLY_TO_CONFIRM":
      return withLink(runtime, message);
    default:
      return Promise.resolve(message);
  }
}

/** The orders of an address are looked up here, so that the call which asks for them answers the same for every address. */
async function withOrders(runtime: MessageRuntime, message: MessageOnTry): Promise<MessageOnTry> {
  const { db } = runtime;
  const { accountId, recipient } = message;
  const orders = await findOrdersOf(db, accountId, [recipient, emailAddressOf(recipient) ?? recipient]);
  const isUnpaid = orders.length > 0 && !(await isAnythingPaid(db, orders.flat()));
  // Orders that cost nothing may be a stranger's: they are found within the limit of the mailbox. A later try is not counted again.
  const isFirst = message.tryNumber === 1;
  const isHeld = isUnpaid && isFirst && (await countUnpaidMail(db, runtime, message)) !== undefined;
  return { ...message, details: { ...message.details, orders: isHeld ? [] : orders } };
}

/** The key of a link is in no row: it is made here. */
async function withLink(runtime: MessageRuntime, message: MessageOnTry): Promise<MessageOnTry | undefined> {
  const details = await letterOfLink(runtime, message.details);
  return details && { ...message, details };
}

async function prepare(runtime: MessageRuntime, message: MessageOnTry): Promise<Prepared> {
  const { kind, renderer, notRenderedSeconds = 0 } = message;
  // The address of a person without orders is not kept.
  if (kind === "FIND_TICKETS" && Object(message.details.orders).length === 0) return { state: "forgotten" };
  const rendered = renderer && (await runtime.render(renderer, requestOf(message)));
  if (rendered?.result === "rendered") return { state: "ready", content: rendered.content };
  if (rendered?.result === "nothing") return { state: "cancelled" };
  const awaySecondsMax = hasOwnLink(kind) ? RENDERER_AWAY_SECONDS_OF_LINKS : RENDERER_AWAY_SECONDS;
  const mayWait = rendered !== undefined && notRenderedSeconds < awaySecondsMax;
  const own = mayWait ? undefined : await writePlainMessage(runtime, message);
  if (own !== undefined) return { state: "ready", content: own };
  if (rendered === undefined) return { state: "dead", reason: "No storefront renders it, and it needs a link of one." };
  const reason = `It is not rendered: ${rendered.reason}.`;
  const isAlone = rendersOthers(rendered, message);
  const failure: Failure = { ...rendered, reason, result: isAlone ? "failed" : rendered.result };
  // A storefront that is overloaded renders some, and any other one soon after the load: the queue's own pauses are long enough.
  return { state: "later", failure, isLeftAlone: isAlone && rendered.result === "failed" };
}

/** Returns whether the storefront fails to render this message alone: it rendered another one since this one could be tried again. */
function rendersOthers({ renderedSecondsAgo = Infinity }: RenderFailure, { dueSeconds = 0 }: MessageOnTry): boolean {
  return renderedSecondsAgo < dueSeconds;
}

function requestOf(message: MessageOnTry): Parameters<RenderMessage>[1] {
  const { id, kind, language, recipient, saleKeys, details, createdAt, order, attempt, request } = message;
  const purchase = { order, attempt, request };
  return { id, kind, language, recipient, sales: saleKeys, details, createdAt: createdAt.toISOString(), purchase };
}

/** The program that failed. */
type Where = LabelsOf<"foyer_service_mail_faults_total">["at"];

/**
 * Gives up a message that has failed by itself for long enough, and else leaves it to the next try: after a pause, except when
 * others may fail as well, so that an outage that looks like its own failure delays nothing after its end.
 */
function failedTry(
  runtime: MessageRuntime,
  message: MessageOnTry,
  at: Where,
  failure: Failure,
  isAlone: boolean,
): Promise<void> {
  // Until it is known that the mail server refuses this message alone, it may refuse every message.
  const isOwn = failure.result === "failed" && (at === "storefront" || isAlone);
  if (!isOwn) return retryLater(runtime, message, at, failure);
  const ownFailures = message.ownFailures + 1;
  const isOld = message.ageSeconds > MESSAGE_LIFE_SECONDS && ownFailures >= OWN_FAILURES_MIN;
  if (isOld) return settle(runtime, message, "DEAD", failure.reason);
  const pauseSeconds = isAlone ? pauseAfter({ kind: message.kind, ownFailures }) : 0;
  return retryLater(runtime, message, at, failure, { isOwn, pauseSeconds });
}

async function retryLater(
  { db }: MessageRuntime,
  message: Parameters<typeof noteFailure>[1],
  at: Where,
  { result, reason, cause }: Failure,
  { isOwn = false, pauseSeconds = 0 } = {},
): Promise<never> {
  count("foyer_service_messages_total", { result: "failed" });
  if (result === "away") count("foyer_service_mail_faults_total", { at, cause });
  await noteFailure(db, message, { reason, isNotRendered: at === "storefront", isOwn, pauseSeconds });
  throw new TryFailed(reason);
}

/** Adds when an offer of the waiting list ends if the mail server accepts its mail now. Returns `undefined` when it is over. */
async function withOfferEnd({ db, limits }: MessageRuntime, message: MessageOnTry): Promise<MessageOnTry | undefined> {
  const endsAt = await startOfferMail(db, offerOf(message), limits.waitingListOfferSeconds);
  return endsAt && { ...message, details: { ...message.details, expiresAt: endsAt.toISOString() } };
}

/** Ends the message of an offer: sent, its time has begun; given up, its places go to the next in line. */
function settleOfferMessage(
  { db }: MessageRuntime,
  message: MessageOnTry,
  state: SettledState,
  reason?: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await settleMessage(tx, message, state, reason))) return false;
    if (state === "SENT") await acceptOfferMail(tx, offerOf(message), new Date(String(message.details.expiresAt)));
    if (state === "DEAD") await giveUpOfferMail(tx, offerOf(message));
    return true;
  });
}

function offerOf({ details }: MessageOnTry): string {
  return String(details.offer);
}
