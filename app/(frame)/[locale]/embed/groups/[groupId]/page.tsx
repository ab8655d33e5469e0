import { getTranslations } from "next-intl/server";
import { FRAME_FALLBACKS } from "#app/(frame)/[locale]/_components/frame-fallbacks.tsx";
import { FramedList } from "#app/(frame)/[locale]/embed/_components/framed-list.tsx";
import { staticPage } from "#app/static-page.tsx";
import { groupOfAddress } from "#lib/catalogue/calendar.ts";
import type { Locale } from "#lib/i18n/routing.ts";

export const revalidate = 40;
export const dynamic = "error";

/** Pages are rendered on their first request. */
export function generateStaticParams() {
  return [];
}

type Props = PageProps<"/[locale]/embed/groups/[groupId]">;

export default staticPage<Props>(EmbeddedGroupPage, FRAME_FALLBACKS);

/** The events of one group, for `<foyer-events group>`. */
async function EmbeddedGroupPage({ params }: Props, locale: Locale) {
  const { value: group } = await groupOfAddress((await params).groupId);
  if (group === undefined) return undefined;
  const t = await getTranslations("List");
  return <FramedList title={group.name} events={group.events} nothing={t("empty")} locale={locale} />;
}
