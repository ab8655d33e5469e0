import "server-only";

import type { CalendarDate } from "#lib/domain/catalogue/calendar.ts";
import type { EventSummary } from "#lib/domain/catalogue/event.ts";
import type { EventGroup } from "#lib/domain/catalogue/event-group.ts";
import { getEventGroup, listCalendarDates } from "#lib/ticketing/calendar.ts";
import { searchEvents } from "#lib/ticketing/events.ts";

export type GroupInFull = EventGroup & {
  /** What is on of it, soonest first, and how much that is. */
  readonly events: readonly EventSummary[];
  readonly total: number;
  readonly isMore: boolean;
  readonly dates: readonly CalendarDate[];
};

/** A group larger than this has its search page. */
const OF_GROUP_MAX = 48;

/** A number that somebody made up costs one question; what else there is to know is asked of groups that are there. */
export async function readGroup(groupId: number): Promise<GroupInFull | undefined> {
  const group = await getEventGroup(groupId);
  if (group === undefined) return undefined;
  const [{ events, total, isMore }, dates] = await Promise.all([
    searchEvents({ group: groupId, page: 1, pageSize: OF_GROUP_MAX }),
    listCalendarDates({ group: groupId }),
  ]);
  return { ...group, events, total, isMore, dates };
}
