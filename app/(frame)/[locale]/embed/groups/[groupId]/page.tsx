import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { FramedList } from "#app/(frame)/[locale]/embed/_components/framed-list.tsx";
import { routing } from "#i18n/routing.ts";
import { catalogueGroup } from "#lib/catalogue/calendar.ts";

export const revalidate = 300;
export const dynamic = "error";

/** Pages are rendered on their first request. */
export function generateStaticParams() {
  return [];
}

type Props = PageProps<"/[locale]/embed/groups/[groupId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await groupOf(await params)).name };
}

/** The events of one group, for `<foyer-events group>`. */
export default async function EmbeddedGroupPage({ params }: Props) {
  const { locale, groupId } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  const [t, group] = await Promise.all([getTranslations("List"), groupOf({ groupId })]);
  return <FramedList title={group.name} events={group.events} nothing={t("empty")} locale={locale} />;
}

async function groupOf({ groupId }: { readonly groupId: string }) {
  if (!/^[1-9]\d{0,14}$/.test(groupId)) notFound();
  return (await catalogueGroup(Number(groupId))).value ?? notFound();
}
