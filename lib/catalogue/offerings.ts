import "server-only";

import { cache } from "react";
import type { Catalogued } from "#lib/catalogue/last-good.ts";
import { readThrough, UNAVAILABLE } from "#lib/catalogue/read.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

/**
 * Returns an Event's offering as of the rendering of the page. `value` is `undefined` when the Event does not exist.
 */
export const catalogueOffering = cache(async (eventId: number): Promise<Catalogued<Offering | undefined>> => {
  const result = await readThrough({
    name: `offering-${eventId}`,
    tags: ["events", `event:${eventId}`],
    read: () => getOffering(eventId),
  });
  return result === UNAVAILABLE ? { value: undefined } : result;
});
