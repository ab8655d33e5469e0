import { tellOfCancellation } from "#src/admissions/use-cases/tell-ticket-holders.ts";
import { findEventOf } from "#src/catalogue/store/events.ts";
import { changeEventDate } from "#src/catalogue/use-cases/event-dates.ts";
import { changeEvent } from "#src/catalogue/use-cases/events.ts";
import type { RefundJob, Settlement } from "#src/payments/domain/cancellation.ts";
import {
  addSalesToRefundJob,
  findCancellation,
  findRefundJob,
  insertCancellation,
} from "#src/payments/store/cancellations.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { ChangeRefusal, Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";

/** `job`: the id of the job that refunds every sale. */
export type CancelOutcome = Outcome<{ readonly job: number | undefined }, ChangeRefusal>;

/**
 * Cancels a date or an event, tells every buyer, and starts what was decided about the money, in one transaction. It may be
 * cancelled already: the decision about the money may come later. A repeated decision changes nothing and sends nothing.
 * Cancelling an event concerns its dates that are not over; a date that is over is cancelled separately.
 */
export function cancel(
  runtime: Runtime,
  caller: Caller,
  what: { readonly eventId: number } | { readonly eventDateId: number },
  refund: Settlement,
): Promise<CancelOutcome> {
  const inTransaction = () =>
    runtime.db.transaction(async (tx): Promise<CancelOutcome> => {
      const inside = { ...runtime, db: tx };
      const isDate = "eventDateId" in what;
      const cancelled = isDate
        ? await changeEventDate(inside, caller, what.eventDateId, { cancelled: true })
        : await changeEvent(inside, caller, what.eventId, { cancelled: true });
      if (!cancelled.ok) return cancelled;
      const event = await findEventOf(tx, caller.account.id, what);
      if (event === undefined) throw new Error("A date was cancelled and has no event.");
      const eventId = event.id;
      const eventDateId = isDate ? what.eventDateId : undefined;
      const earlier = await findCancellation(tx, { eventId, eventDateId, refund });
      if (earlier !== undefined) return { ok: true, job: refund === "ALL" ? earlier : undefined };
      const id = await insertCancellation(tx, {
        accountId: caller.account.id,
        userId: caller.id,
        eventId,
        eventDateId,
        refund,
      });
      await addSalesToRefundJob(tx, id);
      await tellOfCancellation(inside, {
        eventId,
        eventDateId,
        refunds: refund === "ALL",
        choices: refund === "CHOICE",
      });
      return { ok: true, job: refund === "ALL" ? id : undefined };
    });
  return retryOnConflict(inTransaction);
}

/** Returns the progress of the refunds of a cancellation. */
export function getRefundJob({ db }: Runtime, caller: Caller, id: number): Promise<RefundJob | undefined> {
  return findRefundJob(db, caller.account.id, id);
}
