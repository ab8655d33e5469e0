import type { EventFacts } from "#src/catalogue/domain/event.ts";
import type { ChangeOf } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import { DATES, type DateInJson, toDateFacts } from "./event-dates.ts";
import { TICKET_TYPES, type TicketTypeInJson, toTicketTypeFacts } from "./ticket-types.ts";
import { VENUE } from "./venues.ts";

type Columns = Omit<EventFacts, "dates">;

type EventRow = RowOf<Columns> & {
  readonly now: Date;
  readonly dates: readonly DateInJson[];
  readonly ticketTypes: readonly TicketTypeInJson[];
};

/**
 * Returns those of these events that belong to the account, in the order of the ids, and the database's time of reading.
 * `dateIds` limits their dates.
 */
export async function findEvents(
  db: Db,
  accountId: number,
  ids: readonly number[],
  dateIds?: readonly number[],
): Promise<{ readonly events: readonly EventFacts[]; readonly now: Date }> {
  const rows = await db.prepared<EventRow>(
    "find_events",
    `SELECT event.id, event.version, event.name, description, abstract_text AS "abstractText", html_description AS "htmlDescription",
            hero_image_url AS "heroImageUrl", hero_image_alt AS "heroImageAlt", age_limit AS "ageLimit",
            refund_policy AS "refundPolicy", external_terms_url AS "externalTermsUrl", terms_required AS "termsRequired",
            landing_page_url AS "landingPageUrl", follow_up_email AS "followUpEmail", tags, qr_type AS "qrType", waiting_room AS "waitingRoom",
            published, cancelled, event.currency, now() AS now,
            json_build_object('id', account.id, 'name', account.name) AS account, ${VENUE} AS venue,
            json_build_object('id', configuration.id, 'name', configuration.name) AS "venueConfiguration",
            (SELECT coalesce(json_agg(json_build_object('id', grouped.id, 'name', grouped.name, 'published', grouped.published)
                                      ORDER BY grouped.name, grouped.id), '[]')
               FROM event_group_event member JOIN event_group grouped ON grouped.id = member.event_group_id
              WHERE member.event_id = event.id) AS groups,
            EXISTS (SELECT FROM additional_field field WHERE field.event_id = event.id AND enabled) AS "hasQuestions",
            ${DATES} AS dates, ${TICKET_TYPES} AS "ticketTypes"
       FROM event
       JOIN account ON account.id = event.account_id
       JOIN venue ON venue.id = event.venue_id
       JOIN venue_configuration configuration ON configuration.id = event.venue_configuration_id
      WHERE event.id = ANY($1::bigint[]) AND event.account_id = $2
      ORDER BY array_position($1::bigint[], event.id)`,
    [ids, accountId, dateIds ?? null],
  );
  return { events: rows.map(toFacts), now: rows[0]?.now ?? new Date(0) };
}

function toFacts({ now: _now, dates, ticketTypes, ...columns }: EventRow): EventFacts {
  const byDate = Map.groupBy(ticketTypes, ({ eventDateId }) => eventDateId);
  return {
    ...shapeOf<Columns>(columns),
    dates: dates.map((date) => toDateFacts(date, (byDate.get(date.id) ?? []).map(toTicketTypeFacts))),
  };
}

/** The texts and settings of an event. */
export type EventTexts = ChangeOf<
  Omit<
    EventFacts,
    | "id"
    | "account"
    | "venue"
    | "venueConfiguration"
    | "name"
    | "published"
    | "cancelled"
    | "currency"
    | "groups"
    | "hasQuestions"
    | "dates"
  >
>;

/** An event, a date or a ticket type. */
export type PartOfEvent =
  | { readonly eventId: number }
  | { readonly eventDateId: number }
  | { readonly ticketTypeId: number };

/** Returns the event of this account that it is or belongs to, or `undefined`. */
export async function findEventOf(
  db: Db,
  accountId: number,
  part: PartOfEvent,
): Promise<{ readonly id: number; readonly currency: string } | undefined> {
  const [eventIdSql, id] =
    "eventId" in part
      ? ["$2", part.eventId]
      : "eventDateId" in part
        ? ["(SELECT event_id FROM event_date WHERE id = $2)", part.eventDateId]
        : ["(SELECT event_id FROM ticket_type WHERE id = $2)", part.ticketTypeId];
  const [row] = await db.query<{ id: number; currency: string }>(
    `SELECT id, currency FROM event WHERE account_id = $1 AND id = ${eventIdSql}`,
    [accountId, id],
  );
  return row;
}
