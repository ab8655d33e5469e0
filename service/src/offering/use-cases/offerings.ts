import type { Event } from "#src/catalogue/domain/event.ts";
import type { EventGroup } from "#src/catalogue/domain/event-group.ts";
import { type EventView, getEvent } from "#src/catalogue/use-cases/events.ts";
import type { OfferingCopy } from "#src/offering/domain/offering-copy.ts";
import { listCopies } from "#src/offering/store/offering-copies.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { readClock } from "#src/platform/store/db.ts";
import { type Discount, isInForce } from "#src/pricing/domain/discount.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";

/** Returns an event and the texts between its ticket types, or `undefined` when the caller may not see the event. */
export async function getOffering(
  runtime: Runtime,
  caller: Caller,
  eventId: number,
  view: EventView,
): Promise<{ readonly event: Event; readonly copies: readonly OfferingCopy[] } | undefined> {
  const event = await getEvent(runtime, caller, eventId, view);
  return event && { event, copies: await listCopies(runtime.db, eventId) };
}

/** Returns the discounts that need no code and span several events of the group. Their events are limited to the group. */
export async function listSpanningDiscounts(
  { db }: Runtime,
  caller: Caller,
  { events }: EventGroup,
): Promise<readonly Discount[]> {
  if (events.length < 2) return [];
  const all = await listEnabledDiscounts(db, caller.account.id);
  const now = await readClock(db);
  return all.flatMap((discount) => {
    if (discount.codeRequired) return [];
    const own = discount.events?.filter(({ id }) => events.some((event) => event.id === id)) ?? [];
    return spansSeveral(discount, own, events, now) ? [{ ...discount, events: own }] : [];
  });
}

/** Returns whether the discount spans two events of one currency. A cart has one currency, so others cannot be combined. */
function spansSeveral(discount: Discount, own: NonNullable<Discount["events"]>, all: EventGroup["events"], now: Date) {
  const known = all.filter(({ id }) => own.some((event) => event.id === id));
  return [...Map.groupBy(known, ({ currency }) => currency)].some(
    ([currency, { length }]) => length > 1 && isInForce(discount, now, currency),
  );
}

/** Returns the discounts in force for this event that need no code. Of their events only published ones are listed. */
export async function listOfferedDiscounts(
  { db }: Runtime,
  caller: Caller,
  event: Event,
): Promise<readonly Discount[]> {
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
