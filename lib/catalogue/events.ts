import "server-only";

import { cache } from "react";
import type { Catalogued } from "#lib/catalogue/last-good.ts";
import { readThrough, UNAVAILABLE } from "#lib/catalogue/read.ts";
import type { Event, EventSummary } from "#lib/domain/event.ts";
import { getEvent, listEvents } from "#lib/ticketing/events.ts";

/** What is on. `value` is `undefined` when the service has never answered yet: that is not an empty programme. */
export const catalogueEvents = cache(async (): Promise<Catalogued<readonly EventSummary[] | undefined>> => {
  const read = await readThrough({
    name: "events",
    tags: ["events"],
    ask: listEvents,
    isWrong: (events, before) => events.length === 0 && before.length > 0,
  });
  return read === UNAVAILABLE ? { value: undefined } : read;
});

/** `value` is `undefined` when there is no such Event. */
export const catalogueEvent = cache(async (eventId: number): Promise<Catalogued<Event | undefined>> => {
  const read = await readThrough({
    name: `event-${eventId}`,
    tags: ["events", `event:${eventId}`],
    ask: () => getEvent(eventId),
  });
  return read === UNAVAILABLE ? { value: undefined } : read;
});
