import { listAdmissions } from "#src/admissions/store/admissions.ts";
import { isTicketMessageWaiting } from "#src/notifications/store/messages.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { countTry } from "#src/platform/store/tries.ts";
import type { World } from "#src/platform/world.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import { findSales } from "#src/reservations/store/sales.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";

export type ResendOutcome = Outcome<
  object,
  /** `no_ticket`: every ticket was refunded. `no_address`: the sale has none, such as one at the box office. `no_mail`: this service sends no mail. */
  | { readonly refusal: "no_such_thing" | "unpaid" | "no_ticket" | "no_address" | "no_mail" }
  | { readonly refusal: "details_missing"; readonly admissions: readonly number[] }
  | { readonly refusal: "too_many"; readonly secondsLeft: number }
>;

/** Queues the tickets of every paid sale of the cart again. Tickets whose guests' details are missing follow later. */
export async function resendTickets(world: World, caller: Caller, key: string): Promise<ResendOutcome> {
  const sale = await getSale(world, caller, { key });
  if (sale === undefined) return { ok: false, refusal: "no_such_thing" };
  if (sale.status !== "CONFIRMED") return { ok: false, refusal: "unpaid" };
  return world.db.transaction(async (tx) => resendIn(tx, world, caller, sale));
}

async function resendIn(tx: Db, world: World, caller: Caller, sale: Sale): Promise<ResendOutcome> {
  const { cartKey, buyer } = sale;
  const all = await findSales(tx, caller.account.id, { cartKey }, world.limits.latePaySeconds);
  const paid = all.filter(({ status }) => status === "CONFIRMED");
  const lists = await Promise.all(paid.map(({ eventId, id }) => listAdmissions(tx, eventId, id)));
  const pending = lists.flat().filter(({ status }) => status === "PENDING_GUEST_DETAILS");
  const isReady = lists.flat().some(({ status }) => status === "CONFIRMED");
  if (pending.length > 0 && !isReady)
    return { ok: false, refusal: "details_missing", admissions: pending.map(({ id }) => id) };
  if (!isReady) return { ok: false, refusal: "no_ticket" };
  if (!world.mail.isSent) return { ok: false, refusal: "no_mail" };
  if (!buyer.EMAIL) return { ok: false, refusal: "no_address" };
  const saleKeys = paid.map(({ key }) => key);
  // While the mail server is away, further requests add nothing.
  if (await isTicketMessageWaiting(tx, saleKeys, buyer.EMAIL)) return { ok: true };
  const secondsLeft = await countTry(tx, `resend ${cartKey}`, world.limits.resendsPerCart);
  if (secondsLeft !== undefined) return { ok: false, refusal: "too_many", secondsLeft };
  await queueOrderMessage(tx, { kind: "TICKETS", key: `tickets ${cartKey} resend ${world.newId()}`, saleKeys });
  return { ok: true };
}
