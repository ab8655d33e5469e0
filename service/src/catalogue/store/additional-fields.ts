import type { AdditionalField } from "#src/catalogue/domain/additional-field.ts";
import type { ChangeOf } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";

const FIELDS = `
SELECT field.id, field.version, field.event_id AS "eventId", asked_of AS "askedOf", field_type AS "fieldType", field.name,
       admin_name AS "adminName", label, input_type AS "inputType", choices, sort_idx AS "sortIdx",
       parent_id AS "parentId", parent_answers AS "parentAnswers", required, length_max AS "lengthMax", enabled,
       coalesce((SELECT json_agg(json_build_object('id', type.id, 'name', type.name) ORDER BY type.id)
                   FROM additional_field_ticket_type scope
                   JOIN ticket_type type ON type.event_id = scope.event_id AND type.id = scope.ticket_type_id
                   WHERE scope.event_id = field.event_id AND scope.field_id = field.id), '[]') AS "ticketTypes"
  FROM additional_field field`;

/** Returns the questions of these events in display order: enabled ones, or with `everything` all. */
export async function listFields(
  db: Db,
  eventIds: readonly number[],
  everything = false,
): Promise<readonly AdditionalField[]> {
  const rows = await db.prepared<RowOf<AdditionalField>>(
    everything ? "list_fields" : "list_enabled_fields",
    `${FIELDS} WHERE field.event_id = ANY($1::bigint[]) ${everything ? "" : "AND enabled"} ORDER BY sort_idx, field.id`,
    [eventIds],
  );
  return rows.map(shapeOf<AdditionalField>);
}

/** Returns a question of this account, or `undefined`. */
export async function findField(db: Db, accountId: number, id: number): Promise<AdditionalField | undefined> {
  const [row] = await db.query<RowOf<AdditionalField>>(
    `${FIELDS} JOIN event ON event.id = field.event_id AND event.account_id = $1 WHERE field.id = $2`,
    [accountId, id],
  );
  return row && shapeOf<AdditionalField>(row);
}

/** The fields of a question that may change later. */
export type FieldTerms = ChangeOf<
  Pick<
    AdditionalField,
    "version" | "label" | "adminName" | "choices" | "sortIdx" | "parentAnswers" | "required" | "lengthMax" | "enabled"
  >
>;

/** Replaces the ticket types of a question by these of its event. Returns their number. */
export async function setFieldTicketTypes(
  db: Db,
  { eventId, id }: { readonly eventId: number; readonly id: number },
  ticketTypeIds: readonly number[],
): Promise<number> {
  await db.query(`DELETE FROM additional_field_ticket_type WHERE event_id = $1 AND field_id = $2`, [eventId, id]);
  const rows = await db.query<{ id: number }>(
    `INSERT INTO additional_field_ticket_type (event_id, field_id, ticket_type_id)
     SELECT event_id, $2, id FROM ticket_type WHERE event_id = $1 AND id = ANY($3::bigint[]) RETURNING ticket_type_id`,
    [eventId, id, ticketTypeIds],
  );
  return rows.length;
}
