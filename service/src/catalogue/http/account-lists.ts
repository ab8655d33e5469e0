import { z } from "zod";
import { EVENT_STATES } from "#src/catalogue/domain/event-state.ts";
import { listEvents, listEventsInState } from "#src/catalogue/use-cases/event-lists.ts";
import { listVenues } from "#src/catalogue/use-cases/venues.ts";
import { answer, declareCall, type Reply, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { listQuery, wordsOf } from "#src/platform/http/list-query.ts";
import { declareRefs } from "#src/platform/http/resource-calls.ts";
import { idParams, pageOf, totalHeader } from "#src/platform/http/shapes.ts";
import { eventSummary, filters, toEventSummary } from "./event-shapes.ts";
import { figuresOfRows, type ListFigures } from "./list-figures.ts";

const state = z.enum(EVENT_STATES);
const search = z
  .strictObject({ ...listQuery(["name", "date"]), ...filters, state: state.optional() })
  .superRefine(({ state, sort }, context) => {
    // Only the lists by state are sorted.
    if (sort !== undefined && state === undefined) context.addIssue({ code: "unrecognized_keys", keys: ["sort"] });
  });

/** Returns the lists of an account's events and venues. `readFigures` reads the numbers of tickets. */
export const accountListCalls = (readFigures: ListFigures) => [
  declareRefs({
    path: "/account/{id}/events",
    summary: "Published events that are not over, soonest first",
    access: "ANY_USER",
    kind: "event",
    list: (runtime, caller, page) => listEvents(runtime, caller, { ...page, everything: false }),
  }),
  declareRefs({
    path: "/account/{id}/allevents",
    summary: "All events, with drafts and past events for users who may manage or sell at the box office",
    access: "ANY_USER",
    kind: "event",
    list: (runtime, caller, page) => listEvents(runtime, caller, { ...page, everything: true }),
  }),
  declareRefs({
    path: "/account/{id}/venues",
    summary: "The account's venues",
    access: "ANY_USER",
    kind: "venue",
    list: listVenues,
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/eventSummaries",
    summary:
      "Summaries of published events: matches in the name first, then on the card, then the soonest. X-Total-Count is the number on all pages. X-Total-More: true means that the search stopped counting there. X-Matched: nearly means that no event has the words and these have similar ones. With `state`, the events in it: drafts with the newest first, events ahead with the soonest, past ones with the last; by `sort`, and always counted to the end",
    access: "ANY_USER",
    params: idParams,
    query: search,
    answer: z.array(eventSummary),
    handle: async ({ runtime, caller, query }) => {
      const { q = "", venue: venueId, eventGroup: eventGroupId, state, sort, ...rest } = query;
      const eventSearch = { words: wordsOf(q), venueId, eventGroupId, ...rest, ...pageOf(query) };
      if (state !== undefined) {
        const found = await listEventsInState(runtime, caller, { ...eventSearch, state, sort });
        if (found === "not_allowed") return refuseState();
        const figures = await figuresOfRows(runtime, caller, found.things, readFigures);
        const rows = found.things.map(({ event }, at) => ({
          ...toEventSummary(event),
          state,
          version: event.version,
          ...figures[at],
        }));
        return answer(rows, totalHeader(found.total));
      }
      const list = await listEvents(runtime, caller, { ...eventSearch, everything: false });
      const more = list.isMore ? { "x-total-more": "true" } : {};
      const matched = list.isNearly ? { "x-matched": "nearly" } : {};
      return answer(list.things.map(toEventSummary), { ...totalHeader(list.total), ...more, ...matched });
    },
  }),
];

function refuseState(): Reply<never> {
  const message = "Drafts, past and archived events are listed for users with ORDERS or BOX_OFFICE.";
  return refuse(403, [row("state", "not_allowed", message)]);
}
