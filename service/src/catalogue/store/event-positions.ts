import type { Db } from "#src/platform/store/db.ts";

/** Each is a short transaction of its own, since it locks its event. The next run writes the rest. */
const AT_ONCE = 200;

/**
 * Writes the place in the list of events whose first date is over, and removes those of past events. An event that is being
 * changed or cancelled is left for the next run.
 */
export async function writeOutdatedPositions(db: Db): Promise<void> {
  const outdated = await db.prepared<{ id: number }>(
    "outdated_positions",
    `SELECT event_id AS id FROM event_position JOIN event ON event.id = event_id
      WHERE valid_until <= now() ORDER BY valid_until LIMIT $1 FOR NO KEY UPDATE OF event SKIP LOCKED`,
    [AT_ONCE],
  );
  for (const { id } of outdated) {
    await db.prepared("write_event_position", `SELECT write_event_position($1)`, [id]);
  }
}
