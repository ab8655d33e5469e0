import type { EventState } from "#src/catalogue/domain/event-state.ts";
import type { Page, Sort } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Conditions, conditions } from "#src/platform/store/rows.ts";
import { type EventFilters, narrowEvents, narrowsDates, narrowsEvents } from "./event-filters.ts";
import { addWordConditions, type EventSearch, narrowAhead } from "./event-lists.ts";

/** The states that events have. None is archived yet. */
type ListedState = Exclude<EventState, "ARCHIVED">;

export type StateSearch = EventFilters &
  Pick<EventSearch, "words"> &
  Page & { readonly state: ListedState; readonly sort?: Sort<"name" | "date"> | undefined };

/** Each has an index, or the first part of one. */
const IS_IN_STATE: Readonly<Record<ListedState, string>> = {
  DRAFT: "NOT event.published",
  COMING: "event.published AND event.over_at > now()",
  OVER: "event.published AND event.over_at <= now()",
};

const BY_NAME = { name: "folded(event.name), event.id", "-name": "folded(event.name) DESC, event.id DESC" };
const BY_LAST_DAY = { date: "event.over_at, event.id", "-date": "event.over_at DESC, event.id DESC" };
const BY_FIRST_DAY = {
  date: "position.starts_at, position.event_id",
  "-date": "position.starts_at DESC, position.event_id DESC",
};
const ORDER: Readonly<Record<ListedState, Readonly<Record<Sort<"name" | "date"> | "usual", string>>>> = {
  DRAFT: { ...BY_NAME, ...BY_LAST_DAY, usual: "event.id DESC" },
  COMING: { ...BY_NAME, ...BY_FIRST_DAY, usual: BY_FIRST_DAY.date },
  OVER: { ...BY_NAME, ...BY_LAST_DAY, usual: BY_LAST_DAY["-date"] },
};

/**
 * Returns the ids of one page of the account's events in a state, and the number of events on all pages. Drafts come with the
 * newest first, events ahead with the soonest, past ones with the last. By `date`, events ahead are sorted by their first date
 * to come, which is stored and at most a run of the sweeper old, others by their last day.
 */
export async function findEventsInState(
  db: Db,
  accountId: number,
  search: StateSearch,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const { state, sort = "usual", page, pageSize } = search;
  const where = conditions();
  const account = where.value(accountId);
  const joinWords = narrow(where, account, search);
  const isNarrowed = joinWords !== "" || narrowsEvents(search) || narrowsDates(search);
  const found = `event ${joinWords} WHERE event.account_id = ${account} AND ${IS_IN_STATE[state]} AND ${where.text()}`;
  // Without filters an index of positions is sufficient.
  const byPosition = `event_position position ${isNarrowed ? `JOIN event ON event.id = position.event_id ${joinWords}` : ""}
    WHERE position.account_id = ${account} AND position.over_at > now() AND ${where.text()}`;
  const count = `SELECT count(*) AS total FROM ${found}`;
  const [counted] = await db.query<{ total: number }>(count, where.values);
  const order = ORDER[state][sort];
  const list = order.startsWith("position.")
    ? `SELECT position.event_id AS id FROM ${byPosition}`
    : `SELECT event.id FROM ${found}`;
  const ids = await db.query<{ id: number }>(
    `${list} ORDER BY ${order} LIMIT ${where.value(pageSize)} OFFSET ${where.value((page - 1) * pageSize)}`,
    where.values,
  );
  return { ids: ids.map(({ id }) => id), total: counted?.total ?? 0 };
}

/** Adds the conditions of the filters on the row `event`. Returns the SQL that joins its words, where some are searched for. */
function narrow(where: Conditions, account: string, search: StateSearch): string {
  narrowEvents(where, search);
  addWordConditions(where, { ...search, everything: true }, "anywhere");
  if (narrowsDates(search)) {
    const dates = conditions(where.values);
    narrowAhead(dates, "date", { ...search, everything: search.state !== "COMING" });
    where.add(
      `event.id IN (SELECT date.event_id FROM event_date date WHERE date.account_id = ${account} AND ${dates.text()})`,
    );
  }
  return search.words.length > 0 ? "JOIN event_search search ON search.event_id = event.id" : "";
}
