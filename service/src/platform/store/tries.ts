import type { Db } from "./db.ts";

/** Counts one try under this name. Returns the seconds until the next is allowed, or `undefined` within the limit. */
export async function countTry(tx: Db, name: string, { tries, seconds }: TryLimit): Promise<number | undefined> {
  const [row] = await tx.prepared<{ tries: number; seconds_left: number }>(
    "count_try",
    `INSERT INTO payment_try (name, tries, ends_at) VALUES ($1, 1, now() + make_interval(secs => $2))
     ON CONFLICT (name) DO UPDATE
       SET tries = CASE WHEN payment_try.ends_at <= now() THEN 1 ELSE payment_try.tries + 1 END,
           ends_at = CASE WHEN payment_try.ends_at <= now() THEN excluded.ends_at ELSE payment_try.ends_at END
     RETURNING tries, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds_left`,
    [name, seconds],
  );
  return row !== undefined && row.tries > tries ? Math.max(1, row.seconds_left) : undefined;
}

/** Counts a try that was right no longer. */
export async function takeBackTry(db: Db, name: string): Promise<void> {
  await db.query(`UPDATE payment_try SET tries = tries - 1 WHERE name = $1 AND tries > 0`, [name]);
}

/** Deletes the counts whose time has passed, except those that another transaction has locked to count again. */
export async function forgetTries(db: Db): Promise<void> {
  await db.query(
    `DELETE FROM payment_try
      WHERE name IN (SELECT name FROM payment_try WHERE ends_at <= now() FOR UPDATE SKIP LOCKED)`,
  );
}

/** Returns the seconds until another try is allowed under this name, or `undefined` within the limit. Counts none. */
export async function findWait(tx: Db, name: string, { tries }: TryLimit): Promise<number | undefined> {
  const [row] = await tx.query<{ seconds_left: number }>(
    `SELECT ceil(extract(epoch FROM ends_at - now()))::integer AS seconds_left FROM payment_try
      WHERE name = $1 AND tries >= $2 AND ends_at > now()`,
    [name, tries],
  );
  return row && Math.max(1, row.seconds_left);
}

/** At most `tries` within `seconds`, counted from the first try. */
export type TryLimit = { readonly tries: number; readonly seconds: number };
