import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { localeFrom } from "#i18n/locale-of.ts";
import { routing } from "#i18n/routing.ts";
import { catalogueEvents } from "#lib/catalogue/events.ts";
import { pngOf } from "#lib/documents/png-of.ts";
import { programmeShareCard } from "#lib/documents/share-card/share-card.ts";
import { SHARE_SIZE, type ShareCard, shareAlt, shareSvg } from "#lib/documents/share-card/share-card-svg.ts";

export const revalidate = 300;
export const dynamic = "force-static";

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }));
}

export async function generateImageMetadata({ params }: { params: { locale: string } }) {
  const { locale } = await params;
  return [{ id: "card", size: SHARE_SIZE, contentType: "image/png", alt: shareAlt(await cardOf(localeFrom(locale))) }];
}

export default async function ListShareImage({ params }: { readonly params: Promise<{ readonly locale: string }> }) {
  const { locale } = await params;
  // A picture costs more than a page: none is drawn for a language that is made up.
  if (!hasLocale(routing.locales, locale)) notFound();
  return pngOf(await shareSvg(await cardOf(locale)), SHARE_SIZE);
}

async function cardOf(locale: string): Promise<ShareCard> {
  const t = await getTranslations({ locale, namespace: "List" });
  const { value } = await catalogueEvents();
  return programmeShareCard({ key: "list", title: t("title"), facts: [t("description")] }, value?.events ?? [], locale);
}
