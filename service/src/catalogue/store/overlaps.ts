import type { Db } from "#src/platform/store/db.ts";

/**
 * Locks which sections of a venue share their floor, and which sections its configurations have, until the transaction ends. Taken
 * before all other locks.
 */
export async function lockFloor(db: Db, venueId: number): Promise<void> {
  await db.query(`SELECT 1 FROM venue WHERE id = $1 FOR NO KEY UPDATE`, [venueId]);
}

/** Replaces the sections that share the floor of this one. */
export async function setOverlaps(
  db: Db,
  { id, venueId }: { readonly id: number; readonly venueId: number },
  otherIds: readonly number[],
): Promise<void> {
  await db.query(`DELETE FROM venue_section_overlap WHERE section_id = $1 OR other_id = $1`, [id]);
  await db.query(
    `INSERT INTO venue_section_overlap (venue_id, section_id, other_id)
     SELECT DISTINCT $1::bigint, least($2::bigint, other), greatest($2::bigint, other) FROM unnest($3::bigint[]) AS other`,
    [venueId, id, otherIds],
  );
}

type Named = { readonly id: number; readonly name: string };

/** Returns the configurations that have this section and one of the others, once for each of the others. */
export async function listConfigurationsWithBoth(
  db: Db,
  sectionId: number,
  otherIds: readonly number[],
): Promise<readonly { readonly configuration: Named; readonly other: Named }[]> {
  return db.query<{ configuration: Named; other: Named }>(
    `SELECT json_build_object('id', configuration.id, 'name', configuration.name) AS configuration,
            json_build_object('id', other.id, 'name', other.name) AS other
       FROM venue_configuration_section one
       JOIN venue_configuration_section two ON two.venue_configuration_id = one.venue_configuration_id
       JOIN venue_configuration configuration ON configuration.id = one.venue_configuration_id
       JOIN venue_section other ON other.id = two.venue_section_id
      WHERE one.venue_section_id = $1 AND two.venue_section_id = ANY ($2::bigint[])
      ORDER BY configuration.id, array_position($2::bigint[], other.id)`,
    [sectionId, otherIds],
  );
}
