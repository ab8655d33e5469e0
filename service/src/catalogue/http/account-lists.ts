import { z } from "zod";
import { listEvents } from "#src/catalogue/use-cases/event-lists.ts";
import { listVenues } from "#src/catalogue/use-cases/venues.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRefs } from "#src/platform/http/resource-calls.ts";
import { idParams, pageOf, paging, ref, totalHeader } from "#src/platform/http/shapes.ts";
import { eventSummary, filters, toEventSummary } from "./event-shapes.ts";

const refs = named("Refs", z.object({ refs: z.array(ref) }));

const search = z.strictObject({ q: z.string().normalize("NFC").max(200).optional(), ...filters, ...paging });

/** The lists of an account's events and venues. */
export const ACCOUNT_LIST_CALLS = [
  declareRefs({
    path: "/account/{id}/events",
    summary: "Published events that are not over, soonest first",
    access: "ANY_USER",
    answer: refs,
    kind: "event",
    list: (runtime, caller, page) => listEvents(runtime, caller, { ...page, everything: false }),
  }),
  declareRefs({
    path: "/account/{id}/allevents",
    summary: "All events, with drafts and past events for users who may manage or sell at the box office",
    access: "ANY_USER",
    answer: refs,
    kind: "event",
    list: (runtime, caller, page) => listEvents(runtime, caller, { ...page, everything: true }),
  }),
  declareRefs({
    path: "/account/{id}/venues",
    summary: "The account's venues",
    access: "ANY_USER",
    answer: refs,
    kind: "venue",
    list: listVenues,
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/eventSummaries",
    summary:
      "Summaries of published events: matches in the name first, then on the card, then the soonest. X-Total-Count is the number on all pages. X-Total-More: true means that the search stopped counting there. X-Matched: nearly means that no event has the words and these have similar ones",
    access: "ANY_USER",
    params: idParams,
    query: search,
    answer: z.array(eventSummary),
    handle: async ({ runtime, caller, query }) => {
      const { q, venue: venueId, eventGroup: eventGroupId, ...rest } = query;
      const words = q === undefined ? [] : wordsOf(q);
      const eventSearch = { words, venueId, eventGroupId, ...rest, ...pageOf(query), everything: false };
      const list = await listEvents(runtime, caller, eventSearch);
      const more = list.isMore ? { "x-total-more": "true" } : {};
      const matched = list.isNearly ? { "x-matched": "nearly" } : {};
      return answer(list.things.map(toEventSummary), { ...totalHeader(list.total), ...more, ...matched });
    },
  }),
];

/** Bounds the cost of a search: each word is compared with every event. */
const WORDS_MAX = 8;

/** Returns the words of a search, at most `WORDS_MAX`. */
export function wordsOf(typed: string): readonly string[] {
  return typed
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
}
