import { z } from "zod";
import { getAccount } from "#src/use-cases/get-account.ts";
import { listVenues } from "#src/use-cases/get-venue.ts";
import { EVENTS_MAX, listEvents } from "#src/use-cases/list-events.ts";
import { type Asked, answer, declareCall, missing, type Reply } from "./call.ts";
import { eventSummary, toEventSummary } from "./event-shapes.ts";
import { line } from "./fields.ts";
import { id, idParams, idText, ref, toRef } from "./shapes.ts";

const account = z.object({
  id,
  name: z.string(),
  shortName: z.string(),
  currency: z.string(),
  embedOrigins: z.array(z.string()),
});

const refs = z.object({ refs: z.array(ref) });

const day = z.iso.date().refine((text) => text >= "2000-01-01" && text <= "2199-12-31", "a day from 2000 to 2199");

const search = z.strictObject({
  q: z.string().normalize("NFC").max(200).optional(),
  from: day.optional(),
  to: day.optional(),
  venue: idText.optional(),
  tag: line(60).optional(),
  dateGroup: line(200).optional(),
  page: numberText(1_000_000).optional(),
  pageSize: numberText(200).optional(),
});

/** Of a page that was asked for without its size. */
const PAGE_SIZE = 50;

export const ACCOUNT_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}",
    summary: "The account of the user who asks",
    params: idParams,
    answer: account,
    handle: async ({ world, caller, params }) => {
      const found = await getAccount(world, caller, params.id);
      return found ? answer({ ...found, embedOrigins: [...found.embedOrigins] }) : missing("id", "account");
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/events",
    summary: "Published events that are not over, soonest first",
    params: idParams,
    answer: refs,
    handle: (asked) => eventRefs(asked, false),
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/allevents",
    summary: "All events; drafts and those that are over only for users who may manage or sell at the box office",
    params: idParams,
    answer: refs,
    handle: (asked) => eventRefs(asked, true),
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/venues",
    summary: "The account's venues",
    params: idParams,
    answer: refs,
    handle: async ({ world, caller, params }) => {
      if (params.id !== caller.account.id) return missing("id", "account");
      const venues = await listVenues(world, caller);
      return answer({ refs: venues.map((venue) => toRef("venue", venue)) });
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/eventSummaries",
    summary: "Published events as a list shows them; X-Total-Count says how many there are on all pages",
    params: idParams,
    query: search,
    answer: z.array(eventSummary),
    handle: async ({ world, caller, params, query }) => {
      if (params.id !== caller.account.id) return missing("id", "account");
      const { q: words, venue: venueId, page, pageSize, ...rest } = query;
      const isPaged = page !== undefined || pageSize !== undefined;
      const size = pageSize ?? (isPaged ? PAGE_SIZE : EVENTS_MAX);
      const list = await listEvents(world, caller, {
        ...{ words, venueId, page: page ?? 1, pageSize: size, everything: false },
        ...rest,
      });
      return answer(list.events.map(toEventSummary), { "x-total-count": String(list.total) });
    },
  }),
];

async function eventRefs(
  { world, caller, params }: Asked<z.output<typeof idParams>, unknown, unknown>,
  everything: boolean,
): Promise<Reply<z.input<typeof refs>>> {
  if (params.id !== caller.account.id) return missing("id", "account");
  const { events } = await listEvents(world, caller, { page: 1, pageSize: EVENTS_MAX, everything });
  return answer({ refs: events.map((event) => toRef("event", event)) });
}

/** A number in a query, where everything is text. */
function numberText(max: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "a positive whole number is expected")
    .transform(Number)
    .refine((value) => value <= max, `at most ${max}`)
    .meta({ wire: { type: "integer", minimum: 1, maximum: max } });
}
