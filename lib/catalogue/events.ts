import "server-only";

import { cache } from "react";
import type { Catalogued } from "#lib/catalogue/last-good.ts";
import { readThrough, UNAVAILABLE } from "#lib/catalogue/read.ts";
import type { Event, EventPage } from "#lib/domain/catalogue/event.ts";
import { getEvent, searchEvents } from "#lib/ticketing/events.ts";

/** How many events stand on a page: three columns, two columns or one fill up evenly behind the lead. */
export const PAGE_SIZE = 25;

/** What is on first. `value` is `undefined` when the service has never answered yet: that is not an empty programme. */
export const catalogueEvents = cache(async (): Promise<Catalogued<EventPage | undefined>> => {
  const read = await readThrough({
    name: "events",
    tags: ["events"],
    ask: () => searchEvents({ page: 1, pageSize: PAGE_SIZE }),
    isWrong: ({ total }, before) => total === 0 && before.total > 0,
  });
  return read === UNAVAILABLE ? { value: undefined } : read;
});

/** The soonest thousand, which is every event of nearly every shop. */
const PROGRAMME_PAGES = 5;
const PROGRAMME_PAGE_SIZE = 200;

/** The programme as far as anybody reads it, for programs. */
export const catalogueProgramme = cache(
  async (): Promise<Catalogued<Pick<EventPage, "events" | "total"> | undefined>> => {
    const read = await readThrough({ name: "programme", tags: ["events"], ask: readProgramme });
    return read === UNAVAILABLE ? { value: undefined } : read;
  },
);

async function readProgramme() {
  const first = await searchEvents({ page: 1, pageSize: PROGRAMME_PAGE_SIZE });
  const pages = Math.min(PROGRAMME_PAGES, Math.ceil(first.total / PROGRAMME_PAGE_SIZE));
  const events = [...first.events];
  for (let page = 2; page <= pages; page += 1) {
    events.push(...(await searchEvents({ page, pageSize: PROGRAMME_PAGE_SIZE })).events);
  }
  return { events, total: first.total };
}

/** `value` is `undefined` when there is no such Event. */
export const catalogueEvent = cache(async (eventId: number): Promise<Catalogued<Event | undefined>> => {
  const read = await readThrough({
    name: `event-${eventId}`,
    tags: ["events", `event:${eventId}`],
    ask: () => getEvent(eventId),
  });
  return read === UNAVAILABLE ? { value: undefined } : read;
});
