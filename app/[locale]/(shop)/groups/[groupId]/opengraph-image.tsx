import { shareImage } from "#app/share-image.ts";
import { groupOfAddress } from "#lib/catalogue/calendar.ts";
import { groupShareCard } from "#lib/tickets/share-card/share-card.ts";

/** Rendered from live data, and no older than the page. */
export const revalidate = 40;
export const dynamic = "force-static";

export function generateStaticParams() {
  return [];
}

type Params = { readonly locale: string; readonly groupId: string };

const { generateImageMetadata, ShareImage } = shareImage<Params>(async (locale, { groupId }) => {
  const { value: group } = await groupOfAddress(groupId);
  return group && groupShareCard(group, locale, new Date());
});

export { generateImageMetadata };
export default ShareImage;
