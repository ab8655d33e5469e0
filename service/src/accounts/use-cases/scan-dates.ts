import type { NamedScanDate } from "#src/accounts/domain/person.ts";
import { findForeignScanDate, listScannable as listDates, nameScanDates } from "#src/accounts/store/scan-dates.ts";
import type { Caller, ScanDate } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";

/** Returns what of the account's dates the caller may scan now. `null`: all. Rights that have ended are left out. */
export async function listScanRights(
  { db }: Runtime,
  { capabilities, scanDates }: Caller,
): Promise<readonly NamedScanDate[] | null> {
  if (!capabilities.has("SCAN")) return [];
  const named = await nameScanDates(db, scanDates);
  return named?.filter(({ hasEnded }) => !hasEnded) ?? null;
}

/** Returns those of these dates that the caller's scan dates have now. That the caller has SCAN is checked elsewhere. */
export function listScannable(
  db: Db,
  { scanDates }: Caller,
  eventDateIds: readonly number[],
): Promise<readonly number[]> {
  return listDates(db, scanDates, eventDateIds);
}

export async function mayScanDate(db: Db, caller: Caller, eventDateId: number): Promise<boolean> {
  return (await listScannable(db, caller, [eventDateId])).length > 0;
}

/** Returns the refusal of scan dates for a user without SCAN, to whom SCAN given later would open all dates, and of foreign ones. */
export async function refuseScanDates(
  db: Db,
  { account }: Pick<Caller, "account">,
  mayScan: boolean,
  given: readonly ScanDate[] | null | undefined,
): Promise<ReturnType<typeof refused> | undefined> {
  if (!given) return undefined;
  if (!mayScan) return refused("scan_needed", "scanDates");
  const at = await findForeignScanDate(db, account.id, given);
  const foreign = at === undefined ? undefined : given[at];
  if (foreign === undefined) return undefined;
  return refused("date_of_another_account", `scanDates[${at}].${"event" in foreign ? "event" : "eventDate"}`);
}

type Given = { readonly scanDates: readonly NamedScanDate[] | null; readonly mayScan: boolean };

/**
 * Returns the scan dates that a user has from now on, for their row, and with those that they had, by name, for the log. Without SCAN
 * there are none.
 */
export async function changeOfScanDates(
  db: Db,
  caller: Caller,
  { scanDates: was, mayScan }: Given,
  given: readonly ScanDate[] | null | undefined,
): Promise<
  Outcome<
    {
      readonly columns: { readonly scanDates?: string | null };
      readonly logged: { readonly scanDates?: readonly [before: unknown, after: unknown] };
    },
    ChangeRefusal
  >
> {
  const refusal = await refuseScanDates(db, caller, mayScan, given);
  if (refusal) return refusal;
  const next = mayScan ? given : null;
  if (next === undefined) return { ok: true, columns: {}, logged: {} };
  return {
    ok: true,
    columns: { scanDates: next && JSON.stringify(next) },
    logged: { scanDates: [logShape(was), await scanDatesInLog(db, next)] },
  };
}

/** Returns scan dates by name, as the log has them. */
export async function scanDatesInLog(db: Db, scanDates: readonly ScanDate[] | null) {
  return logShape(await nameScanDates(db, scanDates));
}

function logShape(named: readonly NamedScanDate[] | null) {
  return named?.map(({ until: _until, hasEnded: _hasEnded, ...one }) => one) ?? null;
}
