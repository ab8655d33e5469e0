import "server-only";

import { cache } from "react";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { findPicture } from "#lib/catalogue/pictures/event-pictures.ts";
import { pictureJpeg } from "#lib/catalogue/pictures/picture-copies.ts";
import { renderAgainSoon } from "#lib/catalogue/read.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

/** The pictures that a page shows, by the id of their event. */
export type PagePictures = ReadonlyMap<number, Picture>;

/** Returns the events' pictures. If one is still being fetched, the page is rendered again soon. */
export async function picturesOf(events: readonly Pick<EventSummary, "id" | "heroImageUrl">[]): Promise<PagePictures> {
  const found = await Promise.all(events.map(async (event) => ({ id: event.id, ...(await findPicture(event)) })));
  if (found.some(({ isPending }) => isPending)) await renderAgainSoon();
  return new Map(found.flatMap(({ id, picture }) => (picture === undefined ? [] : [[id, picture]])));
}

/** Returns an event's picture as JPEG that fills a box of this size in pixels. */
export async function pictureForDocument(
  event: Pick<EventSummary, "id" | "heroImageUrl">,
  box: { readonly width: number; readonly height: number },
): Promise<Buffer | undefined> {
  const picture = (await picturesOf([event])).get(event.id);
  return picture && (await pictureJpeg(picture.hash, box));
}

/** Returns the picture of an event that the catalogue has, for a page that knows only its id. */
export const pictureOfEvent = cache(async (eventId: number): Promise<Picture | undefined> => {
  const event = (await undefinedOnFault(catalogueEvent(eventId)))?.value;
  return event && (await findPicture(event)).picture;
});
