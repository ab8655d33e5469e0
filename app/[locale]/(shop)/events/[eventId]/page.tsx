import { getTranslations } from "next-intl/server";
import { Fragment } from "react";
import { StillOnSale } from "#app/[locale]/(shop)/_components/still-on-sale.tsx";
import { EventFacts } from "#app/[locale]/(shop)/events/[eventId]/_components/event-facts.tsx";
import { EventHero } from "#app/[locale]/(shop)/events/[eventId]/_components/event-hero.tsx";
import { FactChips, PartOf, PriceFrom } from "#app/[locale]/(shop)/events/[eventId]/_components/fact-chips.tsx";
import { GoodToKnow } from "#app/[locale]/(shop)/events/[eventId]/_components/good-to-know.tsx";
import { NoMore } from "#app/[locale]/(shop)/events/[eventId]/_components/no-more.tsx";
import { TicketPicker } from "#app/[locale]/(shop)/events/[eventId]/_components/ticket-picker.tsx";
import { type Shown, structuredEvents } from "#app/[locale]/(shop)/events/[eventId]/structured-events.ts";
import { eventPageData } from "#app/event-page-data.ts";
import { embeddingType, pageMetadata } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { EVENT_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticMetadata, staticPage } from "#app/static-page.tsx";
import { Elsewhere } from "#components/calendar/elsewhere.tsx";
import { ZoneNote } from "#components/calendar/own-time.tsx";
import { SaleState } from "#components/events/sale-state.tsx";
import { CodeLink } from "#components/picker/code-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Panel } from "#components/ui/panel.tsx";
import { eventOfAddress } from "#lib/catalogue/events.ts";
import { packPicker } from "#lib/catalogue/picker/compact-picker.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { env, isBuilding } from "#lib/env.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { dateLanguage } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { titleParts } from "#lib/i18n/title-size.ts";
import { excerpt } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import { picturePath } from "#lib/ticketing/model/picture.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";
import { saleOf } from "#lib/waiting-room/sale.ts";
import { reserveTickets } from "./actions.ts";

export const revalidate = 40;
export const dynamic = "error";

/** Pages are rendered on their first request. */
export function generateStaticParams() {
  return [];
}

type Props = PageProps<"/[locale]/events/[eventId]">;

export const generateMetadata = staticMetadata<Props>(async ({ params }, locale) => {
  const { value: event } = await eventOfAddress((await params).eventId);
  if (event === undefined) return undefined;
  const description = excerpt(event.abstract || event.description, 160);
  const path = `/events/${event.id}`;
  return pageMetadata(locale, { title: event.name, description, path, types: embeddingType(locale, path) });
});

export default staticPage<Props>(EventPage, EVENT_FALLBACKS);

async function EventPage({ params }: Props, locale: Locale) {
  const [t, waitingList, page] = await Promise.all([
    getTranslations("Event"),
    getTranslations("WaitingList"),
    eventPageData(locale, (await params).eventId),
  ]);
  if (page === undefined) return undefined;
  const { event, offering, picker, words, when, where, inPlace, spans, doors, refundPolicy, staleNote, now } = page;
  const { venue, saleStatus } = event;
  const picture = (await picturesOf([event])).get(event.id);
  const brand = await currentBrand();
  // The offering has no past dates: a closed event with a date in it has not taken place yet.
  const isNoMore = saleStatus === "CANCELLED" || (saleStatus === "CLOSED" && offering?.groups.length === 0);
  // Without mail an address cannot be confirmed, so no waiting list is offered.
  const hasList = !isBuilding() && env().TICKETING_MESSAGES && offering?.groups.some((group) => group.hasWaitingList);
  const listHref = `/${locale}/events/${event.id}/waiting-list`;
  const opening = saleStatus === "NOT_ON_SALE" ? picker?.dates[0].onSaleFrom : undefined;
  const opensAt = offering?.groups[0]?.onSaleFrom;
  const moment = spans[0]?.startsAt ?? event.firstDate;
  const inOwnTime = (at: string) => (
    <ZoneNote
      at={at}
      language={dateLanguage(locale)}
      timeZone={venue.timeZone}
      inPlace={inPlace}
      words={words.picker.yourTime}
    />
  );

  return (
    <div className="relative isolate before:absolute before:inset-x-0 before:top-0 before:-z-10 before:h-144 before:bg-[radial-gradient(55%_50%_at_50%_50%,var(--accent-soft),transparent)]">
      <StructuredData
        event={event}
        offering={offering}
        address={`${origin()}/${locale}/events/${event.id}`}
        image={`${origin()}${picture ? picturePath(picture.hash, 1080, "webp") : `/poster/${event.id}.svg`}`}
        organizer={{ name: brand.name, url: `${origin()}/${locale}` }}
      />
      <div className="gutter mx-auto grid max-w-6xl gap-x-16 pb-8 lg:grid-cols-[minmax(0,27.5fr)_minmax(0,40.5fr)] lg:grid-rows-[auto_auto_1fr] lg:pt-3">
        <div className="relative col-start-1 row-start-1 grid lg:row-span-2 lg:self-start">
          <EventHero eventId={event.id} brandHue={await currentHue()} picture={picture} alt={event.heroImageAlt} />
        </div>
        <div
          className={classNames(
            "col-start-1 flex flex-col lg:col-start-2 lg:row-start-1 lg:self-auto lg:p-0",
            picture === undefined ? ON_POSTER : "row-start-2 pt-4",
          )}
        >
          <PartOf groups={event.groups} locale={locale} isOnPicture={picture === undefined} />
          <h1 className={heroTitle(event.name)}>
            <bdi lang={contentLanguage()}>
              {titleParts(event.name).map((part) => (
                <Fragment key={part}>
                  <span className="inline-block">{part}</span>{" "}
                </Fragment>
              ))}
            </bdi>
          </h1>
        </div>
        <div className="flex min-w-0 flex-col gap-4 pt-3 lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:gap-7">
          {moment !== undefined && <Elsewhere at={moment} />}
          <div className="flex flex-col gap-3 lg:gap-4">
            <EventFacts
              when={when}
              zone={moment !== undefined && spans.length < 2 && inOwnTime(moment)}
              where={where}
              address={venue.address}
              mapUrl={venue.mapUrl}
              mapText={wordsOf(locale).Facts.map}
              price={
                <PriceFrom event={event} locale={locale} isInBar={picker !== undefined && saleStatus === "ON_SALE"} />
              }
            />
            {!isNoMore && <FactChips event={{ ...event, refundPolicy }} doors={doors} locale={locale} />}
            {isNoMore && <NoMore event={event} locale={locale} now={now} />}
            {saleStatus !== "ON_SALE" && !isNoMore && (
              <Panel className="flex flex-col gap-1">
                <SaleState state={saleStatus} event={event} opening={opening} locale={locale} />
                {opening !== undefined && opensAt !== undefined && <div className="text-sm">{inOwnTime(opensAt)}</div>}
                {hasList ? (
                  <p className="text-sm text-pretty text-ink-muted">{waitingList("intro")}</p>
                ) : (
                  saleStatus !== "NOT_ON_SALE" && (
                    <p className="text-sm text-pretty text-ink-muted">{t(`state.${saleStatus}_TEXT`)}</p>
                  )
                )}
                {event.waitingRoom === true && offering && saleOf(offering).startsAt !== undefined && (
                  <a href={`/${locale}/events/${event.id}/line`} className={buttonClass("primary", "mt-3 self-start")}>
                    {wordsOf(locale).WaitingRoom.enter}
                  </a>
                )}
                {hasList && (
                  <a href={listHref} className={buttonClass("primary", "mt-3 self-start")}>
                    {t("joinList")}
                  </a>
                )}
                {saleStatus !== "SOLD_OUT" && (
                  <a
                    href={opening === undefined ? `/${locale}` : `/${locale}/events/${event.id}/reminder`}
                    className={buttonClass("secondary", "mt-3 self-start")}
                  >
                    {opening === undefined ? t("otherEvents") : words.picker.remind}
                  </a>
                )}
              </Panel>
            )}
            {picker === undefined && offering !== undefined && !isNoMore && (
              <CodeLink href={`/${locale}/events/${event.id}/tickets`}>{words.picker.codePage}</CodeLink>
            )}
            {picker === undefined && staleNote !== undefined && (
              <Panel tone="warn" className="text-sm font-semibold">
                {staleNote}
              </Panel>
            )}
          </div>
          {picker !== undefined && (
            <TicketPicker
              title={event.name}
              data={packPicker(picker)}
              isSoldOut={saleStatus === "SOLD_OUT"}
              words={words.picker}
              action={reserveTickets}
              staleNote={staleNote}
            />
          )}
          {offering?.isPart && <p className="text-sm text-ink-muted">{t("nextDatesOnly")}</p>}
          {saleStatus === "SOLD_OUT" && <StillOnSale event={event} locale={locale} now={now} dates={[]} />}
          {hasList && saleStatus === "ON_SALE" && (
            <a href={listHref} className="tap self-start text-accent-text underline underline-offset-4">
              {t("dateJoinList")}
            </a>
          )}
        </div>
        <div className="flex flex-col items-start gap-8 pt-8 lg:col-start-1 lg:row-start-3">
          <About event={event} title={t("about")} terms={t("terms")} />
          {!isNoMore && (
            <GoodToKnow event={{ ...event, refundPolicy }} doors={doors} spans={spans} locale={locale} now={now} />
          )}
          <a href={`/${locale}`} className="tap inline-flex items-center text-accent-text underline underline-offset-4">
            {t("allEvents")}
          </a>
        </div>
      </div>
      <PageTitle>{event.name}</PageTitle>
    </div>
  );
}

/** On a phone the title is on a generated picture, with a scrim that keeps white at 5:1 on any colour. */
const ON_POSTER =
  "pointer-events-none relative z-10 row-start-1 self-end rounded-b-xl px-5 pt-16 pb-4 *:pointer-events-auto max-lg:bg-[linear-gradient(transparent,#0e0c26a6_4rem,#0e0c26c8)] max-lg:text-white max-lg:[--accent-ring:#fff]";

/** A long title in large letters would fill a phone's screen before anything can be chosen. */
function heroTitle(name: string): string {
  if (name.length > 60) return "text-2xl";
  const onPhone = name.length > 24 ? "text-[1.75rem]/[1.05]" : "text-[2.0625rem]/none";
  return `${onPhone} tracking-[-.03em] lg:text-[2.75rem]/[1.045]`;
}

/** The promoter's abstract and description, as text. */
function About({ event, title, terms }: { readonly event: Event; readonly title: string; readonly terms: string }) {
  const hasLead = event.abstract !== "" && !event.description.startsWith(event.abstract);
  if (event.description === "" && !hasLead && event.termsUrl === undefined) return null;
  return (
    <section className="flex w-full max-w-prose flex-col gap-2">
      <h2 className="text-xl">{title}</h2>
      {hasLead && (
        <p dir="auto" lang={contentLanguage()} className="text-lg text-pretty">
          {event.abstract}
        </p>
      )}
      {event.description !== "" && (
        <p dir="auto" lang={contentLanguage()} className="whitespace-pre-line">
          {event.description}
        </p>
      )}
      {event.termsUrl?.startsWith("https://") && (
        <p>
          <a
            href={event.termsUrl}
            rel="noopener noreferrer"
            className="tap inline-flex items-center text-accent-text underline underline-offset-4"
          >
            {terms}
          </a>
        </p>
      )}
    </section>
  );
}

function origin(): string {
  return isBuilding() ? "" : env().FOYER_ORIGIN;
}

/** Structured data for search engines. */
function StructuredData(shown: Shown) {
  // "<" is escaped: a title could otherwise close the element.
  const text = JSON.stringify(structuredEvents(shown)).replaceAll("<", "\\u003c");
  return <script type="application/ld+json">{text}</script>;
}
