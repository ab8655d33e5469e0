import type { AuditFilter } from "#src/accounts/domain/audit-entry.ts";
import { addToAuditEntry, insertAuditEntry, listAuditEntries } from "#src/accounts/store/audit-entries.ts";
import type { AuditedCall, AuditLog } from "#src/platform/domain/audit.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { levelOfError } from "#src/platform/domain/log.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { deleteOldRows } from "#src/platform/store/rows.ts";

/** How long calls are counted in memory: a flood is a few statements in this time. */
const FLUSH_MS = 1_000;
/** Different calls that are counted until they are written. More are a flood under many names, and are only logged. */
const PENDING_MAX = 1_000;
/** The most rows that one run deletes at once, and how many times. */
const BATCH = 1_000;
const BATCHES_MAX = 20;

/** Returns the audit log of this process. */
export function createAuditLog({ db, log }: Runtime): AuditLog {
  const pending = new Map<string, { readonly call: AuditedCall; times: number }>();
  let leftOut = 0;

  const keep = (work: Promise<void>) =>
    work.catch((error: unknown) =>
      log(levelOfError(error), "An entry of the audit log could not be written.", {}, error),
    );

  async function flush(): Promise<void> {
    const counted = [...pending.values()];
    pending.clear();
    if (leftOut > 0) log("warn", "Entries of the audit log were left out.", { entries: leftOut });
    leftOut = 0;
    for (const { call, times } of counted) await keep(addToAuditEntry(db, call, times));
  }

  return {
    write: (call) => keep(insertAuditEntry(db, call)),
    count: (call) => {
      const key = JSON.stringify(call);
      const known = pending.get(key);
      if (known) known.times += 1;
      else if (pending.size >= PENDING_MAX) leftOut += 1;
      else {
        if (pending.size === 0) setTimeout(flush, FLUSH_MS).unref();
        pending.set(key, { call, times: 1 });
      }
    },
  };
}

export function listAuditLog({ db }: Runtime, caller: Caller, filter: AuditFilter, page: Page) {
  return listAuditEntries(db, caller.account.id, filter, page);
}

/** Deletes the entries, and what their calls changed, that are older than the log is kept. */
export async function forgetAuditEntries({ db, limits }: Runtime): Promise<void> {
  for (const log of [
    { table: "audit_entry", at: "last_at" },
    { table: "change_entry", at: "at" },
  ] as const)
    for (let batches = 0; batches < BATCHES_MAX; batches += 1)
      if ((await deleteOldRows(db, log, limits.auditKeepSeconds, BATCH)) < BATCH) break;
}
