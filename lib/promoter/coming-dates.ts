import "server-only";

import { atMost } from "#lib/runtime/concurrency.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type AccountDate, type Figures, listAccountDates } from "#lib/ticketing/manage/event-lists.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";
import type { SignedIn } from "./promoter-token.ts";

export type ComingDates = { readonly today: readonly AccountDate[]; readonly next: readonly AccountDate[] };

const READ_MAX = 50;
const NEXT_MAX = 5;
/** Where a day ends last. */
const LAST_ZONE = "Etc/GMT+12";

/** So many events' figures are read at once. */
const throttled = atMost(5);

/**
 * Returns the dates of today, by the clock of each venue, and the next ones, with their figures where the service counts them;
 * `undefined` where it has no list of dates.
 */
export async function comingDates(
  { credential, accountId }: SignedIn & { readonly accountId: number },
  now: Date,
): Promise<ComingDates | undefined> {
  const from = dayIn(now, LAST_ZONE);
  const found = await listAccountDates(credential, accountId, { from, pageSize: READ_MAX });
  if (found === undefined) return undefined;
  const { today, next } = sortDates(found, now);
  const events = [...new Set([...today, ...next].map(({ event }) => event.id))];
  const lists = await Promise.all(
    events.map((event) =>
      throttled(() => undefinedOnFault(listAccountDates(credential, accountId, { event, from, pageSize: READ_MAX }))),
    ),
  );
  const counted = new Map(lists.flatMap((dates) => dates ?? []).map((date) => [date.id, date]));
  const withFigures = (date: AccountDate) => ({ ...date, ...figuresOf(counted.get(date.id)) });
  return { today: today.map(withFigures), next: next.map(withFigures) };
}

function figuresOf({ sold, reserved, left }: Figures = {}): Figures {
  return {
    ...(sold !== undefined && { sold }),
    ...(reserved !== undefined && { reserved }),
    ...(left !== undefined && { left }),
  };
}

/** Returns the dates of today and those after it. A date that lasts for several days is in each of them. */
export function sortDates(found: readonly AccountDate[], now: Date): ComingDates {
  const dates = [...new Map(found.map((date) => [date.id, date])).values()];
  const today = dates.filter(({ day, lastDay, venue }) => {
    const present = dayIn(now, venue.timeZone);
    return day <= present && present <= lastDay;
  });
  const next = dates.filter(
    ({ day, venue, saleStatus }) => day > dayIn(now, venue.timeZone) && saleStatus !== "CANCELLED",
  );
  return { today, next: next.slice(0, NEXT_MAX) };
}
