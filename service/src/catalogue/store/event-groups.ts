import type { EventGroup } from "#src/catalogue/domain/event-group.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, readPage, shapeOf } from "#src/platform/store/rows.ts";

/** Returns a group of this account, or `undefined`. `withDrafts` includes unpublished groups and events. */
export async function findEventGroup(
  db: Db,
  accountId: number,
  id: number,
  withDrafts: boolean,
): Promise<EventGroup | undefined> {
  const [row] = await db.query<RowOf<EventGroup>>(
    `SELECT event_group.id, event_group.version, event_group.name, description, abstract_text AS "abstractText", hero_image_url AS "heroImageUrl",
            tags, published,
            (SELECT coalesce(json_agg(json_build_object('id', event.id, 'name', event.name, 'currency', event.currency) ORDER BY sort_idx), '[]')
               FROM event_group_event member JOIN event ON event.id = member.event_id
              WHERE member.event_group_id = event_group.id AND (event.published OR $3)) AS events
       FROM event_group WHERE id = $1 AND account_id = $2 AND (published OR $3)`,
    [id, accountId, withDrafts],
  );
  return row && shapeOf<EventGroup>(row);
}

/** Returns one page of the account's groups by name, and the number of groups on all pages. */
export function listEventGroups(db: Db, accountId: number, withDrafts: boolean, page: Page) {
  const from = "event_group WHERE account_id = $1 AND (published OR $2)";
  return readPage<{ id: number; name: string }>(
    db,
    { columns: "id, name", from, order: "name, id", values: [accountId, withDrafts] },
    page,
  );
}

/** Returns those of these event ids that do not belong to this account. */
export async function findForeignEvents(
  db: Db,
  accountId: number,
  eventIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM unnest($2::bigint[]) AS requested (id)
    WHERE NOT EXISTS (SELECT 1 FROM event WHERE event.id = requested.id AND account_id = $1)`,
    [accountId, eventIds],
  );
  return rows.map(({ id }) => id);
}

/** Locks a group and its events against concurrent changes. */
export async function lockEventGroup(db: Db, id: number): Promise<void> {
  await db.query(`SELECT 1 FROM event_group WHERE id = $1 FOR NO KEY UPDATE`, [id]);
}

/** Replaces the events of a group, in this order. */
export async function setEventsOfGroup(
  db: Db,
  accountId: number,
  groupId: number,
  eventIds: readonly number[],
): Promise<void> {
  await db.query(`DELETE FROM event_group_event WHERE event_group_id = $1`, [groupId]);
  await db.query(
    `INSERT INTO event_group_event (account_id, event_group_id, event_id, sort_idx)
     SELECT $1, $2, id, at FROM unnest($3::bigint[]) WITH ORDINALITY AS events (id, at)`,
    [accountId, groupId, [...new Set(eventIds)]],
  );
}
