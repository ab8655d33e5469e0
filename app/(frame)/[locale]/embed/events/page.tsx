import { getTranslations } from "next-intl/server";
import { FRAME_FALLBACKS } from "#app/(frame)/[locale]/_components/frame-fallbacks.tsx";
import { FramedList } from "#app/(frame)/[locale]/embed/_components/framed-list.tsx";
import { staticPage } from "#app/static-page.tsx";
import { catalogueProgramme } from "#lib/catalogue/events.ts";
import type { Locale } from "#lib/i18n/routing.ts";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/embed/events">;

export default staticPage<Props>(EmbeddedListPage, FRAME_FALLBACKS);

/** The list of events, for `<foyer-events>`. */
async function EmbeddedListPage(_props: Props, locale: Locale) {
  const [t, { value }] = await Promise.all([getTranslations("List"), catalogueProgramme()]);
  const events = value?.events ?? [];
  return (
    <FramedList title={t("title")} events={events} nothing={t(value ? "empty" : "unavailableText")} locale={locale} />
  );
}
