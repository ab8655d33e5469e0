import { type Publishable, publishableAt } from "#src/catalogue/domain/publishable.ts";
import { lockDatesOf } from "#src/catalogue/store/arrangements.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import { listTypePlaces } from "#src/catalogue/store/ticket-types.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { changeRow } from "#src/platform/store/rows.ts";

/** Returns what an event of the caller's account lacks to be published. `undefined`: the account has no such event. */
export async function getPublishable({ db }: Runtime, caller: Caller, id: number): Promise<Publishable | undefined> {
  const { events, now } = await findEvents(db, caller.account.id, [id]);
  const [event] = events;
  return event && publishableAt(event, await listTypePlaces(db, id), now);
}

/**
 * Publishes an event unless it lacks something, which is returned, or unpublishes it. Sold tickets stay valid. A published event
 * stays so when it has nothing left to sell, since its buyers look for it.
 */
export async function publishEvent(
  runtime: Runtime,
  caller: Caller,
  id: number,
  published: boolean,
): Promise<Publishable | undefined> {
  return runtime.db.transaction(async (tx) => {
    await lockDatesOf(tx, id);
    const found = await getPublishable({ ...runtime, db: tx }, caller, id);
    if (found === undefined || (published && found.lacks.length > 0)) return found;
    await changeRow(tx, caller, "event", id, { published });
    return published ? found : { lacks: [], advice: [] };
  });
}
