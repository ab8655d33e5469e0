import { Ban, Check, CircleOff, Clock, Flame, type IconNode } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { figureColumns } from "#app/[locale]/promoter/_components/figure-columns.ts";
import { Meter } from "#app/[locale]/promoter/_components/meter.tsx";
import { StatusChip, type StatusTone } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { type Column, TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { switchWaitingRoom } from "#app/[locale]/promoter/events/actions.ts";
import type { AtWork } from "#app/[locale]/promoter/promoter-page.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { Poster } from "#components/poster/poster.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { priceFrom } from "#lib/catalogue/price-text.ts";
import { env } from "#lib/env.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { dayText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { EventQuery, EventRow, OwnEvents } from "#lib/promoter/own-events.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import type { EventSummary, SaleStatus } from "#lib/ticketing/model/event.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

const LOOKS: Readonly<Record<SaleStatus, readonly [tone: StatusTone, icon: IconNode]>> = {
  NOT_ON_SALE: ["plain", Clock],
  ON_SALE: ["ok", Check],
  SOLD_OUT: ["warn", Flame],
  CLOSED: ["off", CircleOff],
  CANCELLED: ["bad", Ban],
};

type EventTableProps = {
  readonly caption: string;
  readonly found: OwnEvents;
  readonly query: EventQuery;
  readonly now: Date;
  readonly at: AtWork;
};

/** The events of a page: what and when, their tickets, and the ways to share them. */
export async function EventTable({ caption, found, query, now, at: { locale, promoter } }: EventTableProps) {
  const [t, tPromoter, pictures, figures, brandHue] = await Promise.all([
    getTranslations("Manage"),
    getTranslations("Promoter"),
    picturesOf(found.events.map(({ event }) => event)),
    figureColumns(found.events, (row) => row.figures, locale),
    currentHue(),
  ]);
  const isDraft = query.state === "DRAFT";
  const mayManage = isAllowed(["MANAGE"], promoter.capabilities);
  const columns: readonly Column<EventRow>[] = [
    ...(isDraft ? [] : [status()]),
    ...figures,
    ...(isDraft && !mayManage ? [] : [actions()]),
  ];
  return (
    <TableList
      caption={caption}
      rows={found.events}
      keyOf={({ event }) => event.id}
      name={{ heading: t("event"), cell: name }}
      columns={columns}
    />
  );

  function status(): Column<EventRow> {
    return {
      heading: t("status"),
      kind: "wide",
      cell: ({ event: { saleStatus, from } }) => {
        const [tone, icon] = LOOKS[saleStatus];
        return (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-col md:items-start">
            <StatusChip tone={tone} icon={icon}>
              {tPromoter(`status.${saleStatus}`)}
            </StatusChip>
            {from !== undefined && (
              <span className="figures text-xs whitespace-nowrap text-ink-muted">{priceFrom(from, locale)}</span>
            )}
          </div>
        );
      },
    };
  }

  function actions(): Column<EventRow> {
    return {
      heading: t("actions"),
      kind: "wide",
      isPlain: true,
      cell: ({ event }) => (
        <Actions event={event} isDraft={isDraft} mayManage={mayManage} query={query} locale={locale} />
      ),
    };
  }

  function name({ event, figures: { sold, reserved = 0, left }, span, later }: EventRow) {
    const { id, venue, firstDate } = event;
    const when =
      span === undefined
        ? tPromoter(firstDate === undefined ? "noDate" : "over")
        : spanText(span, locale, venue.timeZone, now);
    const lastDay = lastDayText(event, span, locale, now);
    return (
      <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-3.5 md:min-w-52">
        <Poster
          eventId={id}
          brandHue={brandHue}
          picture={pictures.get(id)}
          use="thumb"
          className="aspect-square overflow-hidden rounded-md"
        />
        <div className="flex min-w-0 flex-col gap-0.5">
          <EventName event={event} isDraft={isDraft} locale={locale} />
          <p className="figures text-xs font-normal text-ink-muted">
            {when}
            {later > 0 && ` ${tPromoter("later", { count: later })}`}
            {later === 0 && lastDay !== undefined && ` · ${t("lastDate", { day: lastDay })}`}
          </p>
          <p className="text-xs font-normal text-ink-muted">
            <bdi>{addressText([venue.name, venue.city])}</bdi>
          </p>
          {sold !== undefined && left !== undefined && (
            <div className="mt-1.5 max-w-64">
              <Meter sold={sold} reserved={reserved} left={left} />
            </div>
          )}
        </div>
      </div>
    );
  }
}

/** Returns the day of the last date; `undefined` where it is that of the next one. */
function lastDayText({ lastDate, venue }: EventSummary, next: Span | undefined, locale: string, now: Date) {
  if (lastDate === undefined || next === undefined || Date.parse(lastDate) <= Date.parse(next.startsAt))
    return undefined;
  return dayText(lastDate, locale, venue.timeZone, now);
}

type OfEventProps = { readonly event: EventSummary; readonly isDraft: boolean; readonly locale: Locale };

/** Leads to the event's page in the shop, which a draft does not have. */
function EventName({ event: { id, name }, isDraft, locale }: OfEventProps) {
  const text = <bdi lang={contentLanguage()}>{name}</bdi>;
  if (isDraft) return <p className="text-base leading-snug">{text}</p>;
  return (
    <a
      href={addressOf(id, locale)}
      target="_blank"
      rel="noopener"
      className="inline-block min-h-6 text-base leading-snug underline-offset-4 hover:underline"
    >
      {text}
    </a>
  );
}

type ActionsProps = OfEventProps & {
  /** Others only copy the address of the event's page. */
  readonly mayManage: boolean;
  readonly query: EventQuery;
};

async function Actions({ event, isDraft, mayManage, query, locale }: ActionsProps) {
  const t = await getTranslations("Promoter");
  const { id, name, waitingRoom } = event;
  const { state, q, sort = "", page } = query;
  const link = "tap inline-flex items-center text-start text-sm text-accent-text underline underline-offset-4";
  return (
    <div className="flex flex-wrap items-center gap-x-4 md:-mt-2.5 md:min-w-40 lg:min-w-58">
      {!isDraft && (
        <>
          {mayManage && (
            <a href={`/${locale}/promoter/share?for=event:${id}` as Route} className={link}>
              {t("kitShort")}
              <span className="sr-only">{` ${name}`}</span>
            </a>
          )}
          <CopyButton
            text={addressOf(id, locale)}
            words={{ copy: t("copyShort"), copied: t("copied") }}
            about={name}
            className="px-3 py-1.5 text-sm"
          />
        </>
      )}
      {mayManage && waitingRoom !== undefined && (
        <form action={switchWaitingRoom}>
          <Hidden
            fields={{ state, q, sort, page: String(page), locale, event: id, waitingRoom: waitingRoom ? "off" : "on" }}
          />
          <button type="submit" className={link}>
            {t(waitingRoom ? "waitingRoomOff" : "waitingRoomOn")}
            <span className="sr-only">{` ${name}`}</span>
          </button>
        </form>
      )}
    </div>
  );
}

function addressOf(eventId: number, locale: string): string {
  return `${env().FOYER_ORIGIN}/${locale}/events/${eventId}`;
}
