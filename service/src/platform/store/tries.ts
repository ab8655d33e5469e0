import type { TryLimit } from "#src/platform/domain/try-limit.ts";
import type { Db } from "#src/platform/store/db.ts";
import { merged, type SetStatement } from "#src/platform/store/merged.ts";

/** Counts one try under this name. Returns the seconds until the next may follow, or `undefined` while they are few. */
export async function countTry(tx: Db, name: string, limit: TryLimit): Promise<number | undefined> {
  return merged(tx, COUNT_TRY, { name, ...limit });
}

type Try = TryLimit & { readonly name: string };

const COUNT_TRY: SetStatement<Try, number | undefined> = {
  async run(tx, all) {
    const waits: (number | undefined)[] = [];
    // A statement counts a name once, so a name that several members count takes a statement for each of them.
    for (const places of roundsOf(all)) {
      const counted = await countOnce(
        tx,
        places.flatMap((at) => all[at] ?? []),
      );
      for (const at of places) waits[at] = counted.get(all[at]?.name ?? "");
    }
    return all.map((_, at) => waits[at]);
  },
};

/** Divides the tries into rounds in which every name is there once, as places in the list. */
function roundsOf(all: readonly Try[]): readonly (readonly number[])[] {
  const rounds: number[][] = [];
  const seen = new Map<string, number>();
  for (const [at, { name }] of all.entries()) {
    const round = seen.get(name) ?? 0;
    seen.set(name, round + 1);
    rounds[round] = [...(rounds[round] ?? []), at];
  }
  return rounds;
}

/** Counts a try of each of these different names. Returns the seconds to wait by name, for those that have to. */
async function countOnce(tx: Db, tries: readonly Try[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.prepared<{ name: string; tries: number; seconds_left: number }>(
    "count_try",
    `INSERT INTO payment_try (name, tries, ends_at)
     SELECT name, 1, now() + make_interval(secs => seconds)
       FROM unnest($1::text[], $2::integer[]) AS tried (name, seconds) ORDER BY name
     ON CONFLICT (name) DO UPDATE
       SET tries = CASE WHEN payment_try.ends_at <= now() THEN 1 ELSE payment_try.tries + 1 END,
           ends_at = CASE WHEN payment_try.ends_at <= now() THEN excluded.ends_at ELSE payment_try.ends_at END
     RETURNING name, tries, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds_left`,
    [tries.map(({ name }) => name), tries.map(({ seconds }) => seconds)],
  );
  const most = new Map(tries.map(({ name, tries }) => [name, tries]));
  return new Map(
    rows.flatMap((row) => (row.tries > (most.get(row.name) ?? 0) ? [[row.name, Math.max(1, row.seconds_left)]] : [])),
  );
}

/** Deletes the counts whose time has passed, but not one that is just being counted again. */
export async function forgetTries(db: Db): Promise<void> {
  await db.query(
    `DELETE FROM payment_try
      WHERE name IN (SELECT name FROM payment_try WHERE ends_at <= now() FOR UPDATE SKIP LOCKED)`,
  );
}

/** Returns the seconds until another try may follow under this name, without counting one, or `undefined` while they are few. */
export async function findWait(tx: Db, name: string, { tries }: TryLimit): Promise<number | undefined> {
  const [row] = await tx.query<{ seconds_left: number }>(
    `SELECT ceil(extract(epoch FROM ends_at - now()))::integer AS seconds_left FROM payment_try
      WHERE name = $1 AND tries >= $2 AND ends_at > now()`,
    [name, tries],
  );
  return row && Math.max(1, row.seconds_left);
}
