import "server-only";

import { dayTimeText } from "#lib/i18n/date-text.ts";
import type { SignedIn } from "#lib/promoter/sign-in/promoter-token.ts";
import { type Access, optionOf } from "#lib/ticketing/manage/access-form.ts";
import { listAccountDates } from "#lib/ticketing/manage/event-lists.ts";
import type { PageOptions } from "#lib/ticketing/manage/form-fields.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";

type Reader = Pick<SignedIn, "credential"> & { readonly accountId: number; readonly locale: string };

/** The next dates that a form offers, with their events. */
const OFFERED_MAX = 200;
/** Where a day ends last: a date of last night is not over before. */
const LAST_ZONE = "Etc/GMT+12";

/**
 * Returns the events and dates to choose from for scanning: the next ones, and those that are chosen. `allDatesOf` returns the words for
 * all dates of an event. A service without a list of dates offers only what is chosen.
 */
export async function scanOptions(
  { credential, accountId, locale }: Reader,
  chosen: Access["scanDates"],
  allDatesOf: (event: string) => string,
  now: Date,
): Promise<PageOptions> {
  const from = dayIn(now, LAST_ZONE);
  const dates = (await listAccountDates(credential, accountId, { from, pageSize: OFFERED_MAX })) ?? [];
  const events = new Map(dates.map(({ event }) => [event.id, event.name]));
  const labels = new Map<string, string>([
    ...[...events].map(([id, name]) => [`event.${id}`, allDatesOf(name)] as const),
    ...dates.map(({ id, event, startsAt, venue }) => {
      const when = dayTimeText(startsAt, locale, venue.timeZone, now);
      return [`date.${id}`, `${event.name}, ${when}`] as const;
    }),
  ]);
  for (const one of chosen ?? []) {
    const name = one.eventDate?.name ?? allDatesOf(one.event?.name ?? "");
    if (!labels.has(optionOf(one))) labels.set(optionOf(one), name || optionOf(one));
  }
  return { dates: [...labels].map(([value, label]) => ({ value, label })) };
}
