import { shareImage } from "#app/share-image.ts";
import { eventOfAddress } from "#lib/catalogue/events.ts";
import { pictureForDocument } from "#lib/catalogue/pictures/page-pictures.ts";
import { eventShareCard } from "#lib/tickets/share-card/share-card.ts";
import { SHARE_PICTURE } from "#lib/tickets/share-card/share-card-svg.ts";

/** Rendered from live data, and no older than the page. */
export const revalidate = 40;
export const dynamic = "force-static";

export function generateStaticParams() {
  return [];
}

type Params = { readonly locale: string; readonly eventId: string };

const { generateImageMetadata, ShareImage } = shareImage<Params>(async (locale, { eventId }) => {
  const { value: event } = await eventOfAddress(eventId);
  if (event === undefined) return undefined;
  const picture = await pictureForDocument(event, SHARE_PICTURE);
  return { ...(await eventShareCard(event, locale, new Date())), picture };
});

export { generateImageMetadata };
export default ShareImage;
