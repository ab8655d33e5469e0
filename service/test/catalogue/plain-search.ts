import type { EventSearch } from "#src/catalogue/store/event-lists.ts";
import type { Db } from "#src/platform/store/db.ts";

/** The data of an event that a search uses, read without the search index. */
type Plain = {
  readonly id: number;
  readonly account: number;
  readonly venue: number;
  readonly published: boolean;
  readonly name: string;
  readonly card: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly groups: readonly number[];
  readonly dates: readonly {
    readonly starts: number;
    readonly day: string;
    readonly part: string | null;
    readonly over: boolean;
  }[];
};

const READ = `
SELECT event.id, event.account_id AS account, event.venue_id AS venue, event.published, event.tags, lower(event.name) AS name,
       lower(concat_ws(' ', event.name, venue.name, array_to_string(event.tags, ' '), shown.names)) AS card,
       lower(concat_ws(' ', event.abstract_text, event.description)) AS text, coalesce(shown.ids, '[]') AS groups,
       (SELECT coalesce(json_agg(json_build_object('starts', extract(epoch FROM starts_at), 'day', starts_local::date,
                                                   'part', date_group, 'over', ends_at <= now())), '[]')
          FROM event_date WHERE event_id = event.id) AS dates
  FROM event JOIN venue ON venue.id = event.venue_id
  LEFT JOIN (SELECT event_id, string_agg(event_group.name, ' ') AS names, json_agg(event_group.id) AS ids
               FROM event_group_event JOIN event_group ON event_group.id = event_group_id AND event_group.published
              GROUP BY event_id) AS shown ON shown.event_id = event.id`;

/** Returns the ids of all matches in order, by a simple search without the index. */
export async function searchPlainly(db: Db, accountId: number, search: EventSearch): Promise<readonly number[]> {
  const events = await db.query<Plain>(READ);
  return events
    .filter((event) => event.account === accountId)
    .flatMap((event) => {
      const dates = event.dates.filter((date) => fits(date, search));
      const rank = rankOf(event, search.words);
      const isAsked =
        (search.everything || event.published) &&
        (dates.length > 0 || (event.dates.length === 0 && !filtersDates(search)) || hasNoFilter(search)) &&
        (search.venueId ?? event.venue) === event.venue &&
        (search.tag === undefined || event.tags.includes(search.tag)) &&
        (search.eventGroupId === undefined || event.groups.includes(search.eventGroupId));
      const start = Math.min(...dates.map(({ starts }) => starts));
      return isAsked && rank !== undefined ? [{ id: event.id, rank, start }] : [];
    })
    .sort((one, other) => one.rank - other.rank || compare(one.start, other.start) || one.id - other.id)
    .map(({ id }) => id);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function filtersDates({ from, to, dateGroup }: EventSearch): boolean {
  return [from, to, dateGroup].some((filter) => filter !== undefined);
}

function hasNoFilter(search: EventSearch): boolean {
  return search.everything && !filtersDates(search);
}

function fits(date: Plain["dates"][number], { everything, from, to, dateGroup }: EventSearch): boolean {
  return (
    (everything || !date.over) &&
    (from === undefined || date.day >= from) &&
    (to === undefined || date.day <= to) &&
    (dateGroup === undefined || date.part === dateGroup)
  );
}

function rankOf({ name, card, text }: Plain, words: EventSearch["words"]): number | undefined {
  const places = [name, card, `${card} ${text}`];
  const rank = places.findIndex((place) => words.every((meant) => meant.some((word) => place.includes(word))));
  return rank === -1 ? undefined : rank;
}
