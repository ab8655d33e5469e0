import type { Caller } from "#src/domain/caller.ts";
import { type Discount, isInForce } from "#src/domain/discount.ts";
import type { Event } from "#src/domain/event.ts";
import { readClock } from "#src/store/clock.ts";
import { listEnabledDiscounts } from "#src/store/discounts.ts";
import type { World } from "#src/world.ts";

/** The rules that look at this event and need no code. Of their events, those that the public may know. */
export async function listOfferedDiscounts({ db }: World, caller: Caller, event: Event): Promise<readonly Discount[]> {
  const all = await listEnabledDiscounts(db, caller.account.id);
  const open = all.filter(
    ({ codeRequired, events }) => !codeRequired && (events?.some(({ id }) => id === event.id) ?? true),
  );
  if (open.length === 0) return [];
  const now = await readClock(db);
  return open
    .filter((discount) => isInForce(discount, now, event.currency))
    .map((discount) => ({ ...discount, events: discount.events?.filter(({ published }) => published) }));
}
