import { admissionViewOf } from "#src/admissions/domain/admission.ts";
import { findAdmission, listAdmissions } from "#src/admissions/store/admissions.ts";
import { noteGuest } from "#src/admissions/store/ticket-holders.ts";
import { isTicketMessageWaiting, wasJustSentToGuest } from "#src/notifications/store/messages.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { mayRender, type Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { queueMessages, type Renderer } from "#src/platform/store/outbox.ts";
import { countTry } from "#src/platform/store/tries.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { lockAdmission } from "#src/reservations/store/answers.ts";
import { isRendered } from "#src/reservations/store/order-messages.ts";
import { findSales } from "#src/reservations/store/sales.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";
import { queueLimitedMessage } from "#src/reservations/use-cases/limited-mail.ts";

export type ResendOutcome = Outcome<
  object,
  /** `no_ticket`: every ticket was refunded. `no_address`: the sale has none, such as one at the box office. `no_mail`: this service sends no mail. */
  | { readonly refusal: "no_such_thing" | "unpaid" | "no_ticket" | "no_address" | "no_mail" }
  | { readonly refusal: "details_missing"; readonly admissions: readonly number[] }
  | { readonly refusal: "too_many"; readonly secondsLeft: number }
>;

/** Queues the tickets of every paid sale of the cart again. Tickets whose guests' details are missing follow later. */
export async function resendTickets(runtime: Runtime, caller: Caller, key: string): Promise<ResendOutcome> {
  const sale = await getSale(runtime, caller, { key });
  if (sale === undefined) return { ok: false, refusal: "no_such_thing" };
  if (sale.status !== "CONFIRMED") return { ok: false, refusal: "unpaid" };
  return runtime.db.transaction(async (tx) => resendIn(tx, runtime, caller, sale));
}

async function resendIn(tx: Db, runtime: Runtime, caller: Caller, sale: Sale): Promise<ResendOutcome> {
  const { cartKey, buyer } = sale;
  const all = await findSales(tx, caller.account.id, { cartKey }, runtime.limits);
  const paid = all.filter(({ status }) => status === "CONFIRMED");
  const lists = await Promise.all(paid.map(({ eventId, id }) => listAdmissions(tx, eventId, id)));
  const pending = lists.flat().filter(({ status }) => status === "PENDING_GUEST_DETAILS");
  const isReady = lists.flat().some(({ status }) => status === "CONFIRMED");
  if (pending.length > 0 && !isReady)
    return { ok: false, refusal: "details_missing", admissions: pending.map(({ id }) => id) };
  if (!isReady) return { ok: false, refusal: "no_ticket" };
  if (!runtime.mail.isSent) return { ok: false, refusal: "no_mail" };
  if (!buyer.EMAIL) return { ok: false, refusal: "no_address" };
  const saleKeys = paid.map(({ key }) => key);
  // While the mail server is away, further requests add nothing.
  if (await isTicketMessageWaiting(tx, saleKeys, buyer.EMAIL)) return { ok: true };
  const secondsLeft = await countTry(tx, `resend ${cartKey}`, runtime.limits.resendsPerCart);
  if (secondsLeft !== undefined) return { ok: false, refusal: "too_many", secondsLeft };
  const key = `tickets ${cartKey} resend ${runtime.newId()}`;
  const heldFor = await queueLimitedMessage(tx, runtime, { kind: "TICKETS", key, saleKeys });
  return heldFor === undefined ? { ok: true } : { ok: false, refusal: "too_many", secondsLeft: heldFor };
}

export type GuestTicketOutcome = Outcome<
  object,
  /** `no_mail`: this service sends no mail, or the sale names no storefront, which alone has links for guests. */
  | { readonly refusal: "wrong_state" | "no_mail" }
  | { readonly refusal: "no_such_thing" }
  | { readonly refusal: "too_many"; readonly secondsLeft: number }
>;

type Guest = {
  /** One valid address. */
  readonly email: string;
  /** The buyer's where it is absent. */
  readonly language?: string | undefined;
};

/** Queues a message with one ticket to its guest. A repeated call within a short time changes nothing. */
export function sendGuestTicket(
  runtime: Runtime,
  caller: Caller,
  { id, saleKey }: { readonly id: number; readonly saleKey: string | undefined },
  { email, language }: Guest,
): Promise<GuestTicketOutcome> {
  return runtime.db.transaction(async (tx): Promise<GuestTicketOutcome> => {
    await lockAdmission(tx, id);
    const admission = await findAdmission(tx, caller.account.id, { id });
    if (admission === undefined || admissionViewOf(caller, admission, saleKey) !== "full")
      return { ok: false, refusal: "no_such_thing" };
    const { status, admittedAt, saleKey: key } = admission;
    const isOpen = status === "CONFIRMED" || status === "PENDING_GUEST_DETAILS";
    if (!isOpen || admittedAt !== undefined) return { ok: false, refusal: "wrong_state" };
    if (!runtime.mail.isSent || !(await isRendered(tx, key))) return { ok: false, refusal: "no_mail" };
    if (await wasJustSentToGuest(tx, { admissionId: id, saleKey: key, recipient: email })) return { ok: true };
    const { guestTicketsPerAdmission, guestTicketsPerSale } = runtime.limits;
    const secondsLeft =
      (await countTry(tx, `guest ticket ${id}`, guestTicketsPerAdmission)) ??
      (await countTry(tx, `guest tickets ${key}`, guestTicketsPerSale));
    if (secondsLeft !== undefined) return { ok: false, refusal: "too_many", secondsLeft };
    const heldFor = await queueLimitedMessage(tx, runtime, {
      kind: "GUEST_TICKET",
      key: `guest ticket ${id} ${runtime.newId()}`,
      saleKeys: [key],
      details: { admission: id },
      recipient: email,
      language,
    });
    if (heldFor !== undefined) return { ok: false, refusal: "too_many", secondsLeft: heldFor };
    await noteGuest(tx, id, { email, language });
    return { ok: true };
  });
}

type FindByEmail = {
  /** One valid address. */
  readonly email: string;
  readonly language: string;
  readonly renderer: Renderer | undefined;
};

/**
 * Queues a message with the orders of an address. The worker looks them up, so the work and the answer are the same for
 * an address with orders and one without. A request above the limit of an address is answered the same and queues nothing.
 */
export async function findByEmail(
  runtime: Runtime,
  caller: Caller,
  { email, language, renderer }: FindByEmail,
): Promise<"queued" | "renderer_refused"> {
  if (renderer !== undefined && !mayRender(runtime, renderer)) return "renderer_refused";
  const hash = runtime.fingerprint(`find tickets ${caller.account.id} ${email.toLowerCase()}`);
  await runtime.db.transaction(async (tx) => {
    if ((await countTry(tx, `find ${hash}`, runtime.limits.findsPerAddress)) !== undefined) return;
    const accountId = caller.account.id;
    const key = `find ${runtime.newId()}`;
    await queueMessages(tx, [{ accountId, kind: "FIND_TICKETS", key, recipient: email, language, renderer }]);
  });
  return "queued";
}
