import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { readClock } from "#src/platform/store/db.ts";
import type { OpenedPages, SourceRow } from "#src/reports/domain/source.ts";
import { addOpened } from "#src/reports/store/opened.ts";
import { findCurrency, type Period, sourceRows } from "#src/reports/store/sources.ts";

const HOUR_MS = 60 * 60 * 1_000;
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
