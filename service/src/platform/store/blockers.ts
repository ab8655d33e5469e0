import type { Db } from "./db.ts";

/** Another connection of the database, as far as this user may see it. */
type Blocker = {
  readonly pid: number;
  readonly program: string;
  readonly minutes: number | null;
  readonly query: string;
};

const QUERY_MAX = 120;
const COLUMNS = `pid, coalesce(nullif(application_name, ''), usename, backend_type) AS program,
  floor(extract(epoch FROM now() - xact_start) / 60)::int AS minutes, left(regexp_replace(query, '\\s+', ' ', 'g'), ${QUERY_MAX}) AS query`;

/** Returns the connections for whose locks a process of the server waits, the oldest transaction first. */
export function findBlockers(db: Pick<Db, "query">, pid: number | undefined): Promise<readonly Blocker[]> {
  return db.query(`SELECT ${COLUMNS} FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids($1)) ORDER BY xact_start`, [
    pid,
  ]);
}

/** Returns the connections that hold an advisory lock. */
export function findLockHolders(db: Db, lock: number): Promise<readonly Blocker[]> {
  return db.query(
    `SELECT ${COLUMNS} FROM pg_stat_activity JOIN pg_locks USING (pid)
      WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = $1`,
    [lock],
  );
}

/** Returns the first of these connections, and how to end it. */
export function inWords([first]: readonly Blocker[]): string {
  if (first === undefined) return "which ones could not be read.";
  const { pid, program, minutes, query } = first;
  const age = minutes === null ? "" : `, for ${minutes} min`;
  return `process ${pid} (${program}${age}): ${query}. End it, or wait: SELECT pg_terminate_backend(${pid})`;
}
