import "server-only";

import { cache } from "react";
import type { Catalogued } from "#lib/catalogue/last-good.ts";
import { readThrough, UNAVAILABLE } from "#lib/catalogue/read.ts";
import type { Offering } from "#lib/domain/catalogue/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

/** What an Event has on sale, as of the drawing of the page. `value` is `undefined` when there is no such Event. */
export const catalogueOffering = cache(async (eventId: number): Promise<Catalogued<Offering | undefined>> => {
  const read = await readThrough({
    name: `offering-${eventId}`,
    tags: ["events", `event:${eventId}`],
    ask: () => getOffering(eventId),
  });
  return read === UNAVAILABLE ? { value: undefined } : read;
});
