import type { DbTimeouts } from "#src/platform/store/db.ts";

/** For stories about who gets what: a machine that is busy with other things must not be told as a busy service. */
export const PATIENT: DbTimeouts = { statementMs: 120_000, lockMs: 120_000, connectMs: 120_000 };
