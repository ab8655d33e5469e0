import { z } from "zod";
import { wordsOf } from "#src/domain/words.ts";
import { changeAccount } from "#src/use-cases/change-account.ts";
import { getAccount } from "#src/use-cases/get-account.ts";
import { listVenues } from "#src/use-cases/get-venue.ts";
import { listEvents } from "#src/use-cases/list-events.ts";
import { type Asked, answer, declareCall, missing, type Reply } from "./call.ts";
import { replyDone } from "./catalogue-refusals.ts";
import { eventSummary, toEventSummary } from "./event-shapes.ts";
import { line, name, origin, url } from "./fields.ts";
import { filters } from "./filters.ts";
import { pageOf, paging, totalHeader } from "./paging.ts";
import { done, id, idParams, ref, toRef } from "./shapes.ts";

const account = z.object({
  id,
  name: z.string(),
  shortName: z.string(),
  currency: z.string(),
  embedOrigins: z.array(z.string()),
  websiteUrl: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** Whom the buyer's contract is with. */
  legalName: z.string().nullable(),
  /** Where buyers are helped. */
  supportEmail: z.string().nullable(),
  termsUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  refundPolicyUrl: z.string().nullable(),
});

const refs = z.object({ refs: z.array(ref) });

const search = z.strictObject({ q: z.string().normalize("NFC").max(200).optional(), ...filters, ...paging });

export const ACCOUNT_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}",
    summary: "The account of the user who asks",
    access: "ANY_USER",
    params: idParams,
    answer: account,
    handle: async ({ world, caller, params }) => {
      const found = await getAccount(world, caller, params.id);
      return found ? answer({ ...found, embedOrigins: [...found.embedOrigins] }) : missing("id", "account");
    },
  }),
  declareCall({
    method: "PUT",
    path: "/account/{id}",
    summary:
      "Change an account's name, where it may be embedded, how to reach it, and what its buyers are told of the seller",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      embedOrigins: z.array(origin).max(50).optional(),
      websiteUrl: url.nullable().optional(),
      contactEmail: z.email().max(254).nullable().optional(),
      contactPhone: line(40).nullable().optional(),
      legalName: name.nullable().optional(),
      supportEmail: z.email().max(254).nullable().optional(),
      termsUrl: url.nullable().optional(),
      privacyUrl: url.nullable().optional(),
      refundPolicyUrl: url.nullable().optional(),
    }),
    answer: done,
    handle: async ({ world, caller, params, body }) => {
      return replyDone(await changeAccount(world, caller, params.id, body));
    },
  }),
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
  { world, caller, params, query }: Asked<z.output<typeof idParams>, Parameters<typeof pageOf>[0], unknown>,
  everything: boolean,
): Promise<Reply<z.input<typeof refs>>> {
  if (params.id !== caller.account.id) return missing("id", "account");
  const { events, total } = await listEvents(world, caller, { ...pageOf(query), everything });
  return answer({ refs: events.map((event) => toRef("event", event)) }, totalHeader(total));
}
