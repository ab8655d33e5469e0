import { getTranslations } from "next-intl/server";
import { EventHead } from "#app/[locale]/(shop)/_components/event-head.tsx";
import { StillOnSale } from "#app/[locale]/(shop)/_components/still-on-sale.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { catalogueEvent, catalogueOffering } from "#lib/catalogue/events.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { openWaitingLink } from "#lib/session/links/links.ts";
import { quantitiesOn, type WaitingEntry } from "#lib/ticketing/model/waiting-list.ts";
import { getWaitingEntry, getWaitingList } from "#lib/ticketing/waiting-list.ts";
import { Offered } from "./_components/offered.tsx";
import { Unconfirmed, Waiting } from "./_components/waiting.tsx";
import { parseNews } from "./waiting-news.ts";

type Props = PageProps<"/[locale]/waiting-list/[link]">;

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(WaitingEntryPage);

/** A place in line, for everyone with the link of its mail: confirm, change, leave, and reserve the offered tickets. */
async function WaitingEntryPage({ params, searchParams }: Props, locale: Locale) {
  const { link } = await params;
  const opened = await openWaitingLink(link);
  if (opened === undefined) return undefined;
  const [t, entry, { news }] = await Promise.all([
    getTranslations("WaitingList"),
    getWaitingEntry(opened.entry),
    searchParams,
  ]);
  const says = parseNews(news);
  // Parts that read are called as functions, so that `pageWithFallbacks` catches their faults: rendered as elements, they would
  // leave the page empty in a browser without script.
  return (
    <div className="gutter mx-auto flex w-full max-w-xl flex-col gap-6 pt-6 pb-16 lg:pt-10">
      {entry && (await EntryHead({ entry, locale }))}
      {entry?.movedFrom !== undefined &&
        entry.endedBy === undefined &&
        (await Moved({ entry, from: entry.movedFrom, locale }))}
      {says !== undefined && (
        <FocusPanel tone={says === "changed" ? "ok" : "bad"} role={says === "changed" ? "status" : "alert"}>
          <p className="font-semibold">
            {says === "no_cookies" ? wordsOf(locale).Cart.refusal.no_cookies : t(`news.${says}`)}
          </p>
        </FocusPanel>
      )}
      <Panel className="flex flex-col gap-5 shadow-raise">
        {entry ? (
          await Entry({ entry, locale, link })
        ) : (
          <Ended isPageTitle title={t("left")} text={t("leftText")} href={`/${locale}`} action={t("otherEvents")} />
        )}
      </Panel>
      {entry && HAS_TIME.has(entry.state) && (await Meanwhile({ entry, locale }))}
      <PageTitle>{titleWithError(t("title"), locale, says !== undefined && says !== "changed")}</PageTitle>
    </div>
  );
}

/** The states in which other tickets are of interest. */
const HAS_TIME: ReadonlySet<WaitingEntry["state"]> = new Set(["UNCONFIRMED", "WAITING", "EXPIRED"]);

/** What can be bought now, beside waiting. */
async function Meanwhile({ entry, locale }: Omit<EntryProps, "link">) {
  const [{ value: event }, { value: offering }] = await Promise.all([
    catalogueEvent(entry.eventId),
    catalogueOffering(entry.eventId),
  ]);
  const groups = offering?.groups ?? [];
  // The entry's own date is in the heading, and is no other one.
  const dates = groups.filter(
    ({ eventDateId, saleStatus }) => groups.length > 1 && eventDateId !== entry.eventDateId && saleStatus === "ON_SALE",
  );
  return event && <StillOnSale event={event} dates={dates} locale={locale} now={new Date()} />;
}

type EntryProps = { readonly entry: WaitingEntry; readonly locale: string; readonly link: string };

async function EntryHead({ entry, locale }: Omit<EntryProps, "link">) {
  const [t, { value: event }, { value: offering }] = await Promise.all([
    getTranslations("WaitingList"),
    catalogueEvent(entry.eventId),
    catalogueOffering(entry.eventId),
  ]);
  const dateId = entry.offer?.eventDateId ?? entry.eventDateId;
  const groups = offering?.groups ?? [];
  // If the event has a single date, "any date" means that one.
  const span = groups.find(({ eventDateId }) => groups.length === 1 || eventDateId === dateId);
  const zone = event?.venue.timeZone;
  const now = new Date();
  const when = span !== undefined && zone !== undefined ? spanText(span, locale, zone, now) : t("anyDate");
  return (
    <EventHead
      locale={locale}
      eventId={entry.eventId}
      name={entry.eventName}
      when={when}
      where={event && addressText([event.venue.name, event.venue.city])}
      back={t("backToEvent")}
    />
  );
}

/** The date as it was when the entry joined. The heading has the present one. */
async function Moved({ entry, from, locale }: Omit<EntryProps, "link"> & { readonly from: string }) {
  const [t, { value: event }] = await Promise.all([getTranslations("WaitingList"), catalogueEvent(entry.eventId)]);
  const when = momentText(from, locale, event?.venue.timeZone ?? "UTC", "short");
  return (
    <Panel>
      <p className="font-semibold">{t("moved", { when })}</p>
    </Panel>
  );
}

async function Entry({ entry, locale, link }: EntryProps) {
  const [t, list] = await Promise.all([getTranslations("WaitingList"), getWaitingList(entry.eventId)]);
  const minutes = list && Math.round(list.offerSeconds / 60);
  const hidden = { locale, link };
  const joinHref = `/${locale}/events/${entry.eventId}/waiting-list`;
  if (entry.endedBy === "CANCELLED" && entry.state !== "RESERVED") {
    const title = t(entry.eventDateId === undefined ? "cancelledEvent" : "cancelledDate");
    return <Ended title={title} text={t("cancelledText")} href={`/${locale}`} action={t("otherEvents")} />;
  }
  if (entry.endedBy === "OVER")
    return <Ended title={t("over")} text={t("overText")} href={`/${locale}`} action={t("otherEvents")} />;
  switch (entry.state) {
    case "UNCONFIRMED":
      return <Unconfirmed entry={entry} hidden={hidden} minutes={minutes} />;
    case "WAITING":
      return (
        <Waiting
          entry={entry}
          hidden={hidden}
          minutes={minutes}
          possible={list ? quantitiesOn(list, entry.eventDateId) : []}
        />
      );
    case "OFFERED":
      if (entry.offer) return Offered({ entry, offer: entry.offer, hidden });
      return <Ended title={t("expired")} text={t("expiredText")} href={joinHref} action={t("joinAgain")} />;
    case "EXPIRED":
      return <Ended title={t("expired")} text={t("expiredText")} href={joinHref} action={t("joinAgain")} />;
    case "RESERVED":
      // Whoever has this link need not be the buyer: the order is not linked.
      if (entry.isBought) {
        const { findTickets } = wordsOf(locale).Common;
        return (
          <Ended title={t("bought")} text={t("boughtText")} href={`/${locale}/find-tickets`} action={findTickets} />
        );
      }
      if (entry.endedBy === "RESERVATION")
        return <Ended title={t("ended")} text={t("endedText")} href={joinHref} action={t("joinAgain")} />;
      return <Ended title={t("used")} text={t("usedText")} href={`/${locale}/cart`} action={t("toCart")} />;
  }
}

type EndedProps = {
  /** Set where no other heading names the page. */
  readonly isPageTitle?: boolean;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly action: string;
};

function Ended({ isPageTitle = false, title, text, href, action }: EndedProps) {
  const Heading = isPageTitle ? "h1" : "h2";
  return (
    <>
      <div className="flex flex-col gap-1">
        <Heading className="text-2xl">{title}</Heading>
        <p className="text-pretty text-ink-muted">{text}</p>
      </div>
      <a href={href} className={buttonClass("secondary", "self-start")}>
        {action}
      </a>
    </>
  );
}
