import type { Db, Pool } from "./db.ts";
import { codeOf } from "./faults.ts";

const POOLER =
  "A pooler in front of the database lends connections by the transaction: connect to PostgreSQL itself, or to PgBouncer with pool_mode = session.";

/** Other programs that use the same pooler may hide it from one comparison. */
const ROUNDS = 20;

/**
 * Throws when a pooler lends the sessions of the database by the transaction: prepared statements, timeouts and locks of a
 * session would then be those of others.
 */
export async function assertSessionPooling(pool: Pool): Promise<void> {
  const isShared = await pool
    .session((one) => pool.session((other) => shareSessions(one, other)))
    .catch((error: unknown) => {
      // PgBouncer's refusal of a transaction where it lends by the statement.
      if (codeOf(error) === "08P01" && error instanceof Error && /statement pooling/.test(error.message)) return true;
      throw error;
    });
  if (isShared) throw new Error(POOLER);
}

/** Returns whether two open connections had one session, or one of them had two. With sessions of their own they never do. */
export async function shareSessions(one: Db, other: Db): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await sessionOf(one);
    const isShared = await other.transaction(
      async (tx) => (await sessionOf(tx)) === before || (await sessionOf(one)) !== before,
    );
    if (isShared) return true;
  }
  return false;
}

/** Returns the process of the server that serves a connection. */
async function sessionOf(db: Db): Promise<number | undefined> {
  const [row] = await db.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return row?.pid;
}
