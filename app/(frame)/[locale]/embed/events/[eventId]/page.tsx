import { getTranslations } from "next-intl/server";
import { EVENT_FRAME_FALLBACKS } from "#app/(frame)/[locale]/_components/frame-fallbacks.tsx";
import { InFrame } from "#app/(frame)/[locale]/_components/in-frame.tsx";
import { FramePicker } from "#app/(frame)/[locale]/embed/events/[eventId]/_components/frame-picker.tsx";
import { eventPageData } from "#app/event-page-data.ts";
import { staticPage } from "#app/static-page.tsx";
import { Elsewhere } from "#components/calendar/elsewhere.tsx";
import { ZoneNote } from "#components/calendar/own-time.tsx";
import { SaleState } from "#components/events/sale-state.tsx";
import { CodeLink } from "#components/picker/code-link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { packPicker } from "#lib/catalogue/picker/compact-picker.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Locale } from "#lib/i18n/routing.ts";

export const revalidate = 40;
export const dynamic = "error";

/** Pages are rendered on their first request. */
export function generateStaticParams() {
  return [];
}

type Props = PageProps<"/[locale]/embed/events/[eventId]">;

export default staticPage<Props>(EmbeddedEventPage, EVENT_FRAME_FALLBACKS);

/** The picker of one event inside a promoter's page. It knows no visitor, and reserves nothing. */
async function EmbeddedEventPage({ params }: Props, locale: Locale) {
  const [t, page] = await Promise.all([getTranslations("Event"), eventPageData(locale, (await params).eventId)]);
  if (page === undefined) return undefined;
  const { event, offering, picker, words, when, where, inPlace, staleNote } = page;
  const { venue, saleStatus } = event;
  const opening = saleStatus === "NOT_ON_SALE" ? picker?.dates[0].onSaleFrom : undefined;

  return (
    <>
      <title>{event.name}</title>
      <InFrame event={event.id} />
      {picker !== undefined && <Elsewhere at={picker.dates[0].startsAt} />}
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">
          <bdi lang={contentLanguage()}>{event.name}</bdi>
        </h1>
        {/* Each in a line of its own: the reader's own time comes later, and must not move the place. */}
        <p className="figures flex flex-col text-ink-muted">
          <span>
            {when}
            {picker?.dates.length === 1 && (
              <ZoneNote
                at={picker.dates[0].startsAt}
                language={picker.language}
                timeZone={venue.timeZone}
                inPlace={inPlace}
                words={words.picker.yourTime}
              />
            )}
          </span>
          <bdi>{where}</bdi>
        </p>
      </header>
      {saleStatus !== "ON_SALE" && (
        <Panel tone={saleStatus === "CANCELLED" ? "bad" : "plain"} className="flex flex-col gap-1">
          <SaleState state={saleStatus} event={event} opening={opening} locale={locale} />
          {saleStatus !== "NOT_ON_SALE" && <p className="text-sm text-ink-muted">{t(`state.${saleStatus}_TEXT`)}</p>}
        </Panel>
      )}
      {picker === undefined && offering !== undefined && saleStatus === "NOT_ON_SALE" && (
        <CodeLink href={`/${locale}/events/${event.id}/tickets`} inFrame>
          {words.picker.codePage}
        </CodeLink>
      )}
      {picker !== undefined && <FramePicker data={packPicker(picker)} words={words.picker} staleNote={staleNote} />}
      {offering?.isPart && <p className="text-sm text-ink-muted">{t("nextDatesOnly")}</p>}
    </>
  );
}
