import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { localeFrom } from "#i18n/locale-of.ts";
import { routing } from "#i18n/routing.ts";
import { catalogueGroup } from "#lib/catalogue/calendar.ts";
import type { GroupInFull } from "#lib/catalogue/group-in-full.ts";
import { pngOf } from "#lib/documents/png-of.ts";
import { groupShareCard } from "#lib/documents/share-card/share-card.ts";
import { SHARE_SIZE, shareAlt, shareSvg } from "#lib/documents/share-card/share-card-svg.ts";

/** As the page: from live data, and no older than it. */
export const revalidate = 300;
export const dynamic = "force-static";

type ImageProps = { readonly params: Promise<{ readonly locale: string; readonly groupId: string }> };

export function generateStaticParams() {
  return [];
}

export async function generateImageMetadata({ params }: { params: { locale: string; groupId: string } }) {
  const { locale, groupId } = await params;
  const group = await groupOf(groupId);
  const alt = group && shareAlt(await groupShareCard(group, localeFrom(locale), new Date()));
  return [{ id: "card", size: SHARE_SIZE, contentType: "image/png", ...(alt !== undefined && { alt }) }];
}

export default async function GroupShareImage({ params }: ImageProps) {
  const { locale, groupId } = await params;
  // A picture costs more than a page: none is drawn for a language that is made up.
  if (!hasLocale(routing.locales, locale)) notFound();
  const group = (await groupOf(groupId)) ?? notFound();
  return pngOf(await shareSvg(await groupShareCard(group, locale, new Date())), SHARE_SIZE);
}

async function groupOf(groupId: string): Promise<GroupInFull | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(groupId)) return undefined;
  return (await catalogueGroup(Number(groupId))).value;
}
