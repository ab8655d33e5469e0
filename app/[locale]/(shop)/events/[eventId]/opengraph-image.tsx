import { shareImage } from "#app/share-image.ts";
import { catalogueOffering, eventOfAddress } from "#lib/catalogue/events.ts";
import { pictureForDocument } from "#lib/catalogue/pictures/page-pictures.ts";
import { asOffered } from "#lib/ticketing/model/offering.ts";
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
  const [{ value: offering }, picture] = await Promise.all([
    catalogueOffering(event.id),
    pictureForDocument(event, SHARE_PICTURE),
  ]);
  return { ...(await eventShareCard(asOffered(event, offering), locale, new Date())), picture };
});

export { generateImageMetadata };
export default ShareImage;
