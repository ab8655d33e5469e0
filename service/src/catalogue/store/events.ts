import type { EventFacts, RefundPolicy } from "#src/catalogue/domain/event.ts";
import type { Address } from "#src/catalogue/domain/venue.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertedId } from "#src/platform/store/rows.ts";
import { listEventDates } from "./event-dates.ts";

type EventRow = {
  readonly id: number;
  readonly account_id: number;
  readonly account_name: string;
  readonly venue_id: number;
  readonly venue_name: string;
  readonly address: Address;
  readonly time_zone: string;
  readonly map_url: string | null;
  readonly venue_configuration_id: number;
  readonly configuration_name: string;
  readonly name: string;
  readonly description: string;
  readonly abstract_text: string;
  readonly html_description: string;
  readonly hero_image_url: string | null;
  readonly hero_image_alt: string | null;
  readonly age_limit: string | null;
  readonly refund_policy: RefundPolicy | null;
  readonly external_terms_url: string | null;
  readonly terms_required: boolean;
  readonly landing_page_url: string | null;
  readonly tags: readonly string[];
  readonly qr_type: "A" | "B";
  readonly published: boolean;
  readonly cancelled: boolean;
  readonly currency: string;
  readonly groups: EventFacts["groups"];
  readonly now: Date;
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
    `SELECT event.*, account.name AS account_name, venue.name AS venue_name, venue.address, venue.time_zone, venue.map_url,
            configuration.name AS configuration_name, now() AS now,
            (SELECT coalesce(json_agg(json_build_object('id', grouped.id, 'name', grouped.name, 'published', grouped.published)
                                      ORDER BY grouped.name, grouped.id), '[]')
               FROM event_group_event member JOIN event_group grouped ON grouped.id = member.event_group_id
              WHERE member.event_id = event.id) AS groups
       FROM event
       JOIN account ON account.id = event.account_id
       JOIN venue ON venue.id = event.venue_id
       JOIN venue_configuration configuration ON configuration.id = event.venue_configuration_id
      WHERE event.id = ANY($1::bigint[]) AND event.account_id = $2
      ORDER BY array_position($1::bigint[], event.id)`,
    [ids, accountId],
  );
  const [first] = rows;
  if (first === undefined) return { events: [], now: new Date(0) };
  const dates = await listEventDates(
    db,
    rows.map(({ id }) => id),
    dateIds,
  );
  return { events: rows.map((row) => toFacts(row, dates)), now: first.now };
}

function toFacts(row: EventRow, dates: Awaited<ReturnType<typeof listEventDates>>): EventFacts {
  return {
    id: row.id,
    account: { id: row.account_id, name: row.account_name },
    venue: {
      id: row.venue_id,
      name: row.venue_name,
      address: row.address,
      timeZone: row.time_zone,
      mapUrl: row.map_url,
    },
    venueConfiguration: { id: row.venue_configuration_id, name: row.configuration_name },
    name: row.name,
    description: row.description,
    abstractText: row.abstract_text,
    htmlDescription: row.html_description,
    heroImageUrl: row.hero_image_url ?? undefined,
    heroImageAlt: row.hero_image_alt ?? undefined,
    ageLimit: row.age_limit ?? undefined,
    refundPolicy: row.refund_policy ?? undefined,
    externalTermsUrl: row.external_terms_url ?? undefined,
    termsRequired: row.terms_required,
    landingPageUrl: row.landing_page_url ?? undefined,
    tags: row.tags,
    qrType: row.qr_type,
    published: row.published,
    cancelled: row.cancelled,
    currency: row.currency,
    groups: row.groups,
    dates: dates.get(row.id) ?? [],
  };
}

export type NewEvent = {
  readonly accountId: number;
  readonly venueId: number;
  readonly venueConfigurationId: number;
  readonly name: string;
  readonly currency: string;
  readonly texts: EventTexts;
};

/** The texts and settings of an event. All are optional. */
export type EventTexts = {
  readonly description?: string | undefined;
  readonly abstractText?: string | undefined;
  readonly htmlDescription?: string | undefined;
  readonly heroImageUrl?: string | null | undefined;
  readonly heroImageAlt?: string | null | undefined;
  readonly ageLimit?: string | null | undefined;
  readonly refundPolicy?: RefundPolicy | null | undefined;
  readonly externalTermsUrl?: string | null | undefined;
  readonly termsRequired?: boolean | undefined;
  readonly landingPageUrl?: string | null | undefined;
  readonly followUpEmail?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly qrType?: "A" | "B" | undefined;
};

export async function insertEvent(db: Db, event: NewEvent): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO event (account_id, venue_id, venue_configuration_id, name, currency) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [event.accountId, event.venueId, event.venueConfigurationId, event.name, event.currency],
  );
  const id = insertedId(row);
  await changeEvent(db, id, event.texts);
  return id;
}

export async function changeEvent(
  db: Db,
  id: number,
  change: EventTexts & {
    readonly name?: string | undefined;
    readonly published?: boolean;
    readonly cancelled?: boolean | undefined;
    readonly venueConfigurationId?: number | undefined;
  },
): Promise<void> {
  await changeRow(db, "event", id, {
    name: change.name,
    description: change.description,
    abstract_text: change.abstractText,
    html_description: change.htmlDescription,
    hero_image_url: change.heroImageUrl,
    hero_image_alt: change.heroImageAlt,
    age_limit: change.ageLimit,
    refund_policy: change.refundPolicy && JSON.stringify(change.refundPolicy),
    external_terms_url: change.externalTermsUrl,
    terms_required: change.termsRequired,
    landing_page_url: change.landingPageUrl,
    follow_up_email: change.followUpEmail,
    tags: change.tags,
    qr_type: change.qrType,
    published: change.published,
    cancelled: change.cancelled,
    venue_configuration_id: change.venueConfigurationId,
  });
}

/** A thing with prices in the currency of its event. */
export type Priced =
  | { readonly eventId: number }
  | { readonly eventDateId: number }
  | { readonly ticketTypeId: number };

export async function findCurrency(db: Db, accountId: number, of: Priced): Promise<string | undefined> {
  const [which, id] =
    "eventId" in of
      ? ["$2", of.eventId]
      : "eventDateId" in of
        ? ["(SELECT event_id FROM event_date WHERE id = $2)", of.eventDateId]
        : ["(SELECT event_id FROM ticket_type WHERE id = $2)", of.ticketTypeId];
  const [row] = await db.query<{ currency: string }>(
    `SELECT currency FROM event WHERE account_id = $1 AND id = ${which}`,
    [accountId, id],
  );
  return row?.currency;
}
