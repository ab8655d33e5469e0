import { getMessages, getTranslations } from "next-intl/server";
import { EventHead } from "#app/[locale]/(shop)/_components/event-head.tsx";
import { StillOnSale } from "#app/[locale]/(shop)/_components/still-on-sale.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { eventPageData } from "#app/event-page-data.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import type { OfferingGroup } from "#lib/ticketing/model/offering.ts";
import { quantitiesOn } from "#lib/ticketing/model/waiting-list.ts";
import { getWaitingList } from "#lib/ticketing/waiting-list.ts";
import { JoinForm } from "./_components/join-form.tsx";
import { join } from "./actions.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(WaitingListPage, { unavailable: "event" });

/** The waiting list of an event: tickets that come back are offered in order. */
async function WaitingListPage({ params }: PageProps<"/[locale]/events/[eventId]/waiting-list">, locale: Locale) {
  const { eventId } = await params;
  const [t, { WaitingList: words, Errors }, page] = await Promise.all([
    getTranslations("WaitingList"),
    getMessages(),
    eventPageData(locale, eventId),
  ]);
  if (page === undefined) return undefined;
  const { event, offering, when, where, now } = page;
  // Without mail an address cannot be confirmed.
  const list = env().TICKETING_MESSAGES ? await getWaitingList(event.id) : undefined;
  const groups = offering?.groups ?? [];
  const { timeZone } = event.venue;
  const nameOf = ({ label, ...span }: OfferingGroup) => {
    const day = spanText(span, locale, timeZone, now);
    return label === undefined ? day : `${day} · ${label}`;
  };
  const soldOut = groups.filter(
    ({ hasWaitingList, eventDateId }) => hasWaitingList && list && quantitiesOn(list, eventDateId).length > 0,
  );
  const isOpen = list !== undefined && list.quantities.length > 0 && (list.open || soldOut.length > 0);
  const heading = (
    <div className="flex flex-col gap-1">
      <h2 className="text-2xl">{t("title")}</h2>
      <p className="text-pretty text-ink-muted">{t(isOpen ? "intro" : "closed")}</p>
    </div>
  );

  return (
    <div className="gutter mx-auto flex w-full max-w-xl flex-col gap-6 pt-6 pb-16 lg:pt-10">
      <EventHead
        locale={locale}
        eventId={event.id}
        name={event.name}
        when={when}
        where={where}
        back={t("backToEvent")}
      />
      {isOpen ? (
        <JoinForm
          heading={heading}
          action={join}
          hidden={{ locale, event: String(event.id) }}
          dates={groups.length > 1 ? soldOut.map((group) => ({ id: group.eventDateId, name: nameOf(group) })) : []}
          isForAnyDate={list.open}
          possible={{ quantities: list.quantities, dates: list.dates }}
          rules={t("rules", { count: list.waiting, minutes: Math.round(list.offerSeconds / 60) })}
          words={{ ...words, lost: Errors.lost }}
        />
      ) : (
        <Panel className="flex flex-col gap-5 shadow-raise">
          {heading}
          <a href={`/${locale}/events/${event.id}`} className={buttonClass("secondary", "self-start")}>
            {t("backToEvent")}
          </a>
        </Panel>
      )}
      <StillOnSale
        event={event}
        locale={locale}
        now={now}
        // The only date is in the heading, and is no other one.
        dates={groups.filter(({ saleStatus }) => groups.length > 1 && saleStatus === "ON_SALE")}
      />
      <PageTitle>{`${t("title")} · ${event.name}`}</PageTitle>
    </div>
  );
}
