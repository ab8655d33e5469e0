import { getTranslations } from "next-intl/server";
import { shareImage } from "#app/share-image.ts";
import { catalogueEvents } from "#lib/catalogue/events.ts";
import { routing } from "#lib/i18n/routing.ts";
import { programmeShareCard } from "#lib/tickets/share-card/share-card.ts";

export const revalidate = 40;
export const dynamic = "force-static";

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }));
}

const { generateImageMetadata, ShareImage } = shareImage(async (locale) => {
  const t = await getTranslations({ locale, namespace: "List" });
  const { value } = await catalogueEvents();
  return programmeShareCard({ key: "list", title: t("title"), facts: [t("description")] }, value?.events ?? [], locale);
});

export { generateImageMetadata };
export default ShareImage;
