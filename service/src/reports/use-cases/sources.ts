import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { readClock } from "#src/platform/store/db.ts";
import type { OpenedPages, SourceRow } from "#src/reports/domain/source.ts";
import { addUpOldest, forgetNames } from "#src/reports/store/old-sources.ts";
import { addOpened } from "#src/reports/store/opened.ts";
import { findCurrency, type Period, sourceRows } from "#src/reports/store/sources.ts";

const HOUR_MS = 60 * 60 * 1_000;
const DAY_SECONDS = 24 * 60 * 60;
/** A storefront that could not send counts keeps them for this time. */
const OPENED_MAX_MS = 48 * HOUR_MS;

/** Adds page views, all of them or none. Refuses hours that are not of the last two days. */
export async function countOpened(
  { db }: Runtime,
  { account }: Caller,
  pages: readonly OpenedPages[],
): Promise<Outcome<object, { readonly refusal: "too_old" | "to_come"; readonly at: number }>> {
  const now = (await readClock(db)).getTime();
  // The clock of a storefront may be ahead.
  const isToCome = ({ hour }: OpenedPages) => hour.getTime() > now + HOUR_MS;
  const isTooOld = ({ hour }: OpenedPages) => hour.getTime() < now - OPENED_MAX_MS;
  const at = pages.findIndex((page) => isToCome(page) || isTooOld(page));
  const unfit = pages[at];
  if (unfit !== undefined) return { ok: false, refusal: isToCome(unfit) ? "to_come" : "too_old", at };
  await addOpened(db, account.id, pages);
  return { ok: true };
}

/** One more than the days whose page views may still come. */
const NAME_DAYS = 3;
/** More than a week has in any time zone. */
const HOUR_DAYS = 15;
/** A partner sees 90 days, each of them. */
const DAY_DAYS = 92;
/** Bounds one run. The next follows within minutes. */
const STEPS_MAX = 50;
const NAMES_AT_ONCE = 10_000;

/**
 * Adds up the hours of old days, and the days of old months, so that what anyone may write stays small. Reservations that expire are
 * deleted, and counted, `abandonedKeepSeconds` later.
 */
export async function addUpSources({ db, limits }: Runtime): Promise<void> {
  const expiredDays = Math.ceil(limits.abandonedKeepSeconds / DAY_SECONDS);
  for (const [table, later] of [
    ["source_opened", 0],
    ["source_expired", expiredDays],
  ] as const)
    for (const step of [
      { from: "hour", to: "day", days: HOUR_DAYS + later },
      { from: "day", to: "month", days: DAY_DAYS + later },
    ] as const)
      for (let steps = 0; steps < STEPS_MAX; steps += 1) if (!(await addUpOldest(db, table, step))) break;
  await forgetNames(db, NAME_DAYS, NAMES_AT_ONCE);
}

/** Returns the figures of each source, or `undefined` when the account has no such event. */
export async function listSources(
  { db }: Runtime,
  { account }: Caller,
  { event, ...period }: Period & { readonly event?: number | undefined },
): Promise<{ readonly currency: string; readonly rows: readonly SourceRow[] } | undefined> {
  const currency = event === undefined ? account.currency : await findCurrency(db, account.id, event);
  if (currency === undefined) return undefined;
  const rows = await sourceRows(db, { accountId: account.id, currency, event, ...period });
  return { currency, rows };
}
