import type { Mutant } from "./mutant.ts";

const FINDING = "service/test/catalogue/finding.test.ts";
const MANY = "service/test/catalogue/more-found.test.ts";
const COUNTED = "counts a search up to a thousand and reports more, and counts the whole list completely";
const OUTDATED = "finds the same while the first dates of events are over and not rewritten, and rewrites them";

/** Lists and searches of events, read from what is stored beside the dates and the words. */
export const EVENT_LIST_MUTANTS: readonly Mutant[] = [
  {
    name: "event list: an event keeps the place of a date that is over",
    breaks: "lists are in the order of the dates ahead",
    file: "service/src/catalogue/store/event-walk.ts",
    text: "WHERE ${where.text()} AND position.valid_until > now()",
    becomes: "WHERE ${where.text()}",
    red: { file: FINDING, test: OUTDATED },
  },
  {
    name: "event list: a search sorts by a date that is over",
    breaks: "lists are in the order of the dates ahead",
    file: "service/src/catalogue/store/event-order.ts",
    text: "(SELECT CASE WHEN valid_until > now() THEN starts_at",
    becomes: "(SELECT CASE WHEN true THEN starts_at",
    red: { file: FINDING, test: OUTDATED },
  },
  {
    name: "event list: a date that moves leaves its event's place",
    breaks: "lists are in the order of the dates ahead",
    file: "service/migrations/0083_event_positions.sql",
    text: "CREATE TRIGGER dates_position AFTER INSERT OR DELETE OR UPDATE OF starts_at, ends_at",
    becomes: "CREATE TRIGGER dates_position AFTER INSERT OR DELETE",
    red: {
      file: FINDING,
      test: "finds the same after events are published, unpublished, moved, renamed, cancelled and lose dates",
    },
  },
  {
    name: "event list: a word of many cards counts as a word of many names",
    breaks: "a search lists every event that has the words",
    file: "service/src/catalogue/store/many-names.ts",
    text: "AND in_name AND shown_until > now()",
    becomes: "AND shown_until > now()",
    red: { file: MANY, test: COUNTED },
  },
  {
    name: "event list: drafts count among the names with a word",
    breaks: "a search counts listed events only",
    file: "service/src/catalogue/store/many-names.ts",
    text: "AND in_name AND shown_until > now()",
    becomes: "AND in_name",
    red: { file: MANY, test: COUNTED },
  },
];
