import type { DbTimeouts } from "#src/platform/store/db.ts";

/** Long timeouts for tests of concurrency, so that a slow machine does not cause "busy" answers. */
export const PATIENT: DbTimeouts = { statementMs: 120_000, lockMs: 120_000, connectMs: 120_000 };
