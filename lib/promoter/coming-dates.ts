import "server-only";

import type { SignedIn } from "#lib/promoter/sign-in/promoter-token.ts";
import { atMost } from "#lib/runtime/concurrency.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type AccountDate, type Figures, listAccountDates } from "#lib/ticketing/manage/event-lists.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";

type ComingDates = {
  readonly today: readonly AccountDate[];
  readonly next: readonly AccountDate[];
  /** Set where there are more dates than were read or are shown. */
  readonly isCut: boolean;
};

const PAGE_SIZE = 200;
/** So many pages are read of one list. */
const PAGES_MAX = 5;
const TODAY_MAX = 100;
const NEXT_MAX = 5;
/** Where a day begins first, and where it ends last. */
const FIRST_ZONE = "Etc/GMT-14";
const LAST_ZONE = "Etc/GMT+12";

/** So many events' figures are read at once. */
const throttled = atMost(5);

type Reader = SignedIn & { readonly accountId: number };

/**
 * Returns the dates of today, by the clock of each venue, and the next ones, with their figures where the service counts them;
 * `undefined` where it has no list of dates.
 */
export async function comingDates(reader: Reader, now: Date): Promise<ComingDates | undefined> {
  const from = dayIn(now, LAST_ZONE);
  const lastToday = dayIn(now, FIRST_ZONE);
  const hasAll = (dates: readonly AccountDate[]) =>
    (dates.at(-1)?.day ?? "") > lastToday && sortDates(dates, now).next.length === NEXT_MAX;
  const found = await readOn(reader, { from }, hasAll);
  if (found === undefined) return undefined;
  const sorted = sortDates(found.dates, now);
  const [today, next] = [sorted.today.slice(0, TODAY_MAX), sorted.next];
  const shown = Map.groupBy([...today, ...next], ({ event }) => event.id);
  const lists = await Promise.all(
    [...shown].map(([event, dates]) => {
      const hasShown = (read: readonly AccountDate[]) => dates.every(({ id }) => read.some((one) => one.id === id));
      const to = dates.map(({ day }) => day).reduce((one, other) => (one > other ? one : other));
      return throttled(() => undefinedOnFault(readOn(reader, { event, from, to }, hasShown)));
    }),
  );
  const counted = new Map(lists.flatMap((list) => list?.dates ?? []).map((date) => [date.id, date]));
  const withFigures = (date: AccountDate) => ({ ...date, ...figuresOf(counted.get(date.id)) });
  const isCut = found.isCut || today.length < sorted.today.length;
  return { today: today.map(withFigures), next: next.map(withFigures), isCut };
}

/** Reads pages of a list until `hasAll` of them, at most five. */
async function readOn(
  { credential, accountId }: Reader,
  query: Pick<Parameters<typeof listAccountDates>[2], "event" | "from" | "to">,
  hasAll: (dates: readonly AccountDate[]) => boolean,
): Promise<{ readonly dates: readonly AccountDate[]; readonly isCut: boolean } | undefined> {
  const dates: AccountDate[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const rows = await listAccountDates(credential, accountId, { ...query, page, pageSize: PAGE_SIZE });
    if (rows === undefined) return undefined;
    dates.push(...rows);
    if (rows.length < PAGE_SIZE || hasAll(dates)) return { dates, isCut: false };
  }
  return { dates, isCut: true };
}

function figuresOf({ sold, reserved, left }: Figures = {}): Figures {
  return {
    ...(sold !== undefined && { sold }),
    ...(reserved !== undefined && { reserved }),
    ...(left !== undefined && { left }),
  };
}

/** Returns the dates of today and those after it. A date that lasts for several days is in each of them. */
export function sortDates(found: readonly AccountDate[], now: Date): Omit<ComingDates, "isCut"> {
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
