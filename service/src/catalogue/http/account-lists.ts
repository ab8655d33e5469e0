import { z } from "zod";
import { wordsOf } from "#src/catalogue/domain/words.ts";
import { listEvents } from "#src/catalogue/use-cases/event-lists.ts";
import { listVenues } from "#src/catalogue/use-cases/venues.ts";
import { answer, declareCall, missing, type ParsedRequest, type Reply } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { pageOf, paging, totalHeader } from "#src/platform/http/paging.ts";
import { idParams, ref, toRef } from "#src/platform/http/shapes.ts";
import { eventSummary, toEventSummary } from "./event-shapes.ts";
import { filters } from "./filters.ts";

const refs = named("Refs", z.object({ refs: z.array(ref) }));

const search = z.strictObject({ q: z.string().normalize("NFC").max(200).optional(), ...filters, ...paging });

/** What an account has: its events and venues, a page at a time. */
export const ACCOUNT_LIST_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}/events",
    summary: "Published events that are not over, soonest first",
    access: "ANY_USER",
    params: idParams,
    query: z.strictObject(paging),
    answer: refs,
    handle: (asked) => eventRefs(asked, false),
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/allevents",
    summary: "All events; drafts and those that are over only for users who may manage or sell at the box office",
    access: "ANY_USER",
    params: idParams,
    query: z.strictObject(paging),
    answer: refs,
    handle: (asked) => eventRefs(asked, true),
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/venues",
    summary: "The account's venues",
    access: "ANY_USER",
    params: idParams,
    query: z.strictObject(paging),
    answer: refs,
    handle: async ({ world, caller, params, query }) => {
      if (params.id !== caller.account.id) return missing("id", "account");
      const { venues, total } = await listVenues(world, caller, pageOf(query));
      return answer({ refs: venues.map((venue) => toRef("venue", venue)) }, totalHeader(total));
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/eventSummaries",
    summary:
      "Published events as a list shows them, those with the words in their name first, then those with the words on their card, then the soonest; X-Total-Count says how many there are on all pages, X-Total-More: true that a search has more than that and shows no more, and X-Matched: nearly that no event has the words and these have similar ones",
    access: "ANY_USER",
    params: idParams,
    query: search,
    answer: z.array(eventSummary),
    handle: async ({ world, caller, params, query }) => {
      if (params.id !== caller.account.id) return missing("id", "account");
      const { q, venue: venueId, eventGroup: eventGroupId, ...rest } = query;
      const words = q === undefined ? [] : wordsOf(q);
      const asked = { words, venueId, eventGroupId, ...rest, ...pageOf(query), everything: false };
      const list = await listEvents(world, caller, asked);
      const more = list.isMore ? { "x-total-more": "true" } : {};
      const matched = list.isNearly ? { "x-matched": "nearly" } : {};
      return answer(list.events.map(toEventSummary), { ...totalHeader(list.total), ...more, ...matched });
    },
  }),
];

async function eventRefs(
  { world, caller, params, query }: ParsedRequest<z.output<typeof idParams>, Parameters<typeof pageOf>[0], unknown>,
  everything: boolean,
): Promise<Reply<z.input<typeof refs>>> {
  if (params.id !== caller.account.id) return missing("id", "account");
  const { events, total } = await listEvents(world, caller, { ...pageOf(query), everything });
  return answer({ refs: events.map((event) => toRef("event", event)) }, totalHeader(total));
}
