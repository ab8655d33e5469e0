import type { Cursor } from "#src/catalogue/domain/change.ts";
import { type Changes, forgetOldChanges, listChanges as listChangesOf } from "#src/catalogue/store/changes.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** More changes than a promoter makes in an hour; beyond it everything counts as changed. */
const CHANGES_MAX = 1_000;

/** Returns what of the account's published catalogue changed since a cursor; without one, where to begin. */
export function listChanges({ db }: Runtime, caller: Caller, since: Cursor | undefined): Promise<Changes> {
  return listChangesOf(db, caller.account.id, since, CHANGES_MAX);
}

export function forgetChanges({ db }: Runtime): Promise<void> {
  return forgetOldChanges(db);
}
