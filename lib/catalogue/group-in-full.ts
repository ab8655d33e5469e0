import "server-only";

import { findDates, findEvents } from "#lib/catalogue/find.ts";
import { getEventGroup } from "#lib/ticketing/calendar.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import type { EventGroup, EventSummary } from "#lib/ticketing/model/event.ts";

export type GroupInFull = EventGroup & {
  /** Its upcoming events, the next first, and their number. */
  readonly events: readonly EventSummary[];
  readonly total: number;
  readonly isMore: boolean;
  readonly dates: readonly CalendarDate[];
};

/** A larger group links to its search page. */
const OF_GROUP_MAX = 48;

/**
 * Returns a group with its events and dates; `undefined` when it does not exist. An id that does not exist costs one request.
 */
export async function readGroup(groupId: number): Promise<GroupInFull | undefined> {
  const group = await getEventGroup(groupId);
  if (group === undefined) return undefined;
  const [{ events, total, isMore }, dates] = await Promise.all([
    findEvents({ group: groupId, page: 1, pageSize: OF_GROUP_MAX }),
    findDates({ group: groupId }),
  ]);
  return { ...group, events, total, isMore, dates };
}
