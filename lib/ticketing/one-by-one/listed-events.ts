import "server-only";

import { pathTo } from "#lib/ticketing/client/paths.ts";
import type { NamedCall } from "#lib/ticketing/client/request.ts";
import { type EventCalls, event, listEventIds, listSummaries } from "#lib/ticketing/events.ts";
import type { Event, EventSummary } from "#lib/ticketing/model/event.ts";
import { type Reads, readAs, readKept, readsOfPage } from "./kept-reads.ts";

/** Of an event that is not in the list as a whole; the rest of a page's reads is for dates. */
const EVENTS_READ_MAX = 200;

type EventList = {
  readonly events: readonly EventSummary[];
  /** There are more events: more than one page may read, or the service did not answer for them. */
  readonly isPart: boolean;
};

const OF_THE_SHOP: EventCalls = {
  summaries: { name: "listEvents" },
  ids: { name: "listEventIds" },
  event: { name: "getEventBasics" },
};

/**
 * Returns the events of the account that these calls show, in the service's order, as many as the service returns. An event that the service's list
 * does not show with id and venue is read by itself.
 */
export async function listEvents(reads: Reads = readsOfPage(), calls: EventCalls = OF_THE_SHOP): Promise<EventList> {
  const rows = (await listSummaries(calls.summaries)) ?? [];
  const named = rows.flatMap(({ id, summary }) => (id === undefined ? [] : [{ id, summary }]));
  // A list without ids cannot be matched with them: its events may have the same name.
  const all = named.length > 0 ? named : (await listEventIds(calls.ids)).map((id) => ({ id, summary: undefined }));
  const single = all.filter(({ summary }) => summary === undefined).slice(0, EVENTS_READ_MAX);
  reads.count.left -= single.length;
  const answers = await Promise.allSettled(
    single.map(async ({ id }) => [id, await readEvent(id, calls.event, reads)] as const),
  );
  const failed = answers.filter((answer) => answer.status === "rejected");
  // One event that the service fails to read does not hide the others, of which the last may come too late.
  if (failed[0] !== undefined && failed.length === answers.length) throw failed[0].reason;
  const read = new Map(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
  return {
    events: all.flatMap(({ id, summary }) => summary ?? read.get(id) ?? []),
    isPart: failed.length > 0 || all.filter(({ summary }) => summary === undefined).length > single.length,
  };
}

/** A fault of one event does not end the reads of the others. */
function readEvent(id: number, call: NamedCall, reads: Reads): Promise<Event | undefined> {
  const read = { path: pathTo`/event/${id}`, answer: event(id) };
  return call.as ? readAs({ ...call, ...read }, { ...reads }) : readKept({ ...call, ...read }, { ...reads });
}

/** Returns an event with its dates as the interface describes it, without questions. */
export function readBasics(eventId: number, reads: Reads): Promise<Event | undefined> {
  return readKept({ name: "getEventBasics", path: pathTo`/event/${eventId}`, answer: event(eventId) }, reads);
}
