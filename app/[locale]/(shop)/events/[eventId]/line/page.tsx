import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { EventHead } from "#app/[locale]/(shop)/_components/event-head.tsx";
import { JoinLine } from "#app/[locale]/(shop)/events/[eventId]/line/_components/join-line.tsx";
import { LinePlace } from "#app/[locale]/(shop)/events/[eventId]/line/_components/line-place.tsx";
import { StartCountdown } from "#app/[locale]/(shop)/events/[eventId]/line/_components/start-countdown.tsx";
import { takePlace } from "#app/[locale]/(shop)/events/[eventId]/line/actions.ts";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { eventPageData } from "#app/event-page-data.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { documentTitle, PageTitle, titleWithError } from "#app/page-title.tsx";
import { OwnTime } from "#components/calendar/own-time.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { dateLanguage, minutesText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { plural } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { PASS_MS, waitingIn } from "#lib/waiting-room/line.ts";
import { lineAddress, type NotJoined } from "#lib/waiting-room/line-address.ts";
import { opensAt } from "#lib/waiting-room/sale.ts";
import { shownTurn } from "#lib/waiting-room/shown-turn.ts";
import { isOpenToJoin, type Visit } from "#lib/waiting-room/turns.ts";
import { visitLine } from "#lib/waiting-room/waiting-room.ts";

type Props = PageProps<"/[locale]/events/[eventId]/line">;

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(LinePage, { unavailable: "event" });

/** The waiting room of an event: where the visitor is in its line, and what happens next. */
async function LinePage({ params, searchParams }: Props, locale: Locale) {
  const page = await eventPageData(locale, (await params).eventId);
  if (page === undefined) return undefined;
  const { event, when, where, inPlace, now } = page;
  const [t, { WaitingRoom: words }, visit] = await Promise.all([
    getTranslations("WaitingRoom"),
    getMessages(),
    visitLine(event.id),
  ]);
  const { refused, ...query } = await searchParams;
  const choice = lineAddress(event.id, Object.entries(query)).split("?")[1] ?? "";
  const tickets = `/${locale}/events/${event.id}/tickets${choice && `?${choice}`}` as Route;
  const shown = shownTurn(visit, now.getTime(), Math.random());
  const { line, sale, turn, id } = visit;
  const time = minutesText(PASS_MS / 60_000, locale, "long");
  const isWaiting = turn?.state === "gathering" || turn?.state === "waiting" || turn?.state === "inside";
  const toTickets = (
    <a href={tickets} className={buttonClass("primary", "self-start")}>
      {t("choose")}
    </a>
  );
  // Who found no capacity may wait in line, although nobody else does.
  const isOn = visit.isOn || query.busy !== undefined;
  const mayJoin = isOn && isOpenToJoin({ sale, now: now.getTime() });
  const isCounted =
    (mayJoin || turn?.state === "gathering") &&
    sale?.startsAt !== undefined &&
    Date.parse(sale.startsAt) > now.getTime();
  const begins = sale?.startsAt !== undefined && (
    <p className={isCounted ? "text-ink-muted" : "font-semibold"}>
      {/* The countdown above says what begins, where there is one. Without script it does not run. */}
      {isCounted && <span className="script-only">{textOf(sale.startsAt)}</span>}
      <span className={isCounted ? "unless-script" : undefined}>{t("begins", { when: textOf(sale.startsAt) })}</span>{" "}
      <OwnTime
        at={sale.startsAt}
        language={dateLanguage(locale)}
        timeZone={event.venue.timeZone}
        words={wordsOf(locale).Event.picker.yourTime}
      />
    </p>
  );
  const opening = sale?.state === "not_begun" && !mayJoin ? opensAt(sale) : undefined;

  return (
    <div className="gutter mx-auto flex w-full max-w-xl flex-col gap-6 pt-6 pb-16 lg:pt-10">
      <EventHead
        locale={locale}
        eventId={event.id}
        name={event.name}
        when={when}
        where={where}
        back={wordsOf(locale).Event.backToEvent}
        isUntitled
      />
      {shown.isSoldOut && !isWaiting && (
        <Panel tone="warn" className="flex flex-col gap-1">
          <h2 className="text-xl">{wordsOf(locale).Event.state.SOLD_OUT}</h2>
          <p>{t("soldOut")}</p>
        </Panel>
      )}
      <Panel tone={turn?.state === "inside" ? "ok" : "plain"} className="flex flex-col gap-5 shadow-raise">
        {isWaiting ? (
          <>
            <LinePlace
              eventId={event.id}
              locale={locale}
              shown={shown}
              begins={begins}
              words={words}
              soldOutTitle={wordsOf(locale).Event.state.SOLD_OUT}
              titleTemplate={await documentTitle("{title}")}
            />
            {turn.state === "inside" && toTickets}
            {turn.state !== "inside" && <p className="text-sm text-pretty text-ink-muted">{t("keep", { time })}</p>}
          </>
        ) : (
          <Outside
            visit={{ ...visit, isOn }}
            locale={locale}
            refused={refused}
            opens={opening && textOf(opening.toISOString())}
            mayJoin={mayJoin}
            now={now.getTime()}
            begins={begins}
          >
            {!isOn && toTickets}
            {mayJoin && (
              <JoinLine
                action={takePlace}
                hidden={{ ...Object.fromEntries(new URLSearchParams(choice)), locale, event: `${event.id}` }}
                words={{ ...words, problem: wordsOf(locale).Common.problem, lost: wordsOf(locale).Errors.lost }}
              />
            )}
          </Outside>
        )}
      </Panel>
      {line && (!line.isDrawn || line.drawn > 0) && (
        <div className="flex flex-col gap-1 text-sm text-ink-muted">
          {/* For who checks the draw. It says nothing about the place in line, and is published with the others when they are drawn. */}
          {id !== undefined && line.isDrawn && (
            <details>
              <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
                {t("number")}
              </summary>
              <p dir="ltr" className="figures text-xs break-all select-all">
                {id}
              </p>
            </details>
          )}
          <a
            href={`/api/line/${event.id}/draw`}
            className="tap inline-flex items-center self-start text-accent-text underline underline-offset-4"
          >
            {t("check")}
          </a>
        </div>
      )}
      {isWaiting && (
        <noscript>
          <meta httpEquiv="refresh" content={String(shown.askAgainSeconds)} />
        </noscript>
      )}
    </div>
  );

  /** Visitors may be in another zone than the venue, so the text names its place. */
  function textOf(startsAt: string): string {
    return `${spanText({ startsAt }, locale, event.venue.timeZone, now)} ${inPlace}`;
  }
}

type OutsideProps = {
  readonly visit: Visit;
  readonly locale: Locale;
  readonly refused: string | readonly string[] | undefined;
  /** When the waiting room opens, where it is not open yet. */
  readonly opens: string | undefined;
  /** When the sale begins. */
  readonly begins: ReactNode;
  readonly mayJoin: boolean;
  readonly now: number;
  readonly children: ReactNode;
};

/** For a visitor who is not in the line: how it works, or that their turn is over. */
async function Outside(props: OutsideProps) {
  const { visit, locale, refused, opens, begins, mayJoin, now, children } = props;
  const { turn, isOn, sale, line } = visit;
  const t = await getTranslations("WaitingRoom");
  const why = REFUSALS.find((name) => name === refused);
  const { WaitingList, WaitingRoom, Cart } = wordsOf(locale);
  const wordsElsewhere = { noAnswer: WaitingList.noAnswer, noCookies: Cart.refusal.no_cookies };
  if (turn?.state === "used" || turn?.state === "ended") {
    return (
      <>
        <PageTitle>{t(turn.state)}</PageTitle>
        <h1 className="text-3xl">{t(turn.state)}</h1>
        <p>{t(turn.state === "used" ? "usedText" : "endedText")}</p>
        {turn.state === "used" && (
          <a href={`/${locale}/cart`} className={buttonClass("primary", "self-start")}>
            {WaitingList.toCart}
          </a>
        )}
        {children}
      </>
    );
  }
  const heading = t(!isOn ? "none" : opens !== undefined ? "comeBack" : mayJoin ? "joinTitle" : "title");
  const secondsToStart = sale?.startsAt === undefined ? 0 : Math.ceil((Date.parse(sale.startsAt) - now) / 1000);
  const waiting = line ? waitingIn(line) : 0;
  return (
    <>
      <h1 className="text-3xl">{heading}</h1>
      {why !== undefined && (
        <p role="alert" className="font-medium text-bad">
          {why === "noAnswer" || why === "noCookies" ? wordsElsewhere[why] : t(why)}
        </p>
      )}
      {!isOn && <p>{t("noneText")}</p>}
      {isOn && sale?.state === "not_begun" && (
        <div className="flex flex-col gap-1">
          {mayJoin && secondsToStart > 0 && <StartCountdown seconds={secondsToStart} text={WaitingRoom.startsIn} />}
          {begins}
        </div>
      )}
      {isOn && waiting > 0 && <p className="figures">{plural(WaitingRoom.waiting, waiting, locale)}</p>}
      {opens !== undefined && <p className="font-semibold">{t("opens", { when: opens })}</p>}
      {children}
      {isOn && sale?.state === "not_begun" && line?.isDrawn !== true && (
        <p className="text-pretty text-ink-muted">{t("drawn")}</p>
      )}
      {isOn && sale?.state !== "not_begun" && <p className="text-pretty text-ink-muted">{t("inOrder")}</p>}
      <PageTitle>{titleWithError(heading, locale, why !== undefined)}</PageTitle>
    </>
  );
}

const REFUSALS: readonly NotJoined[] = ["notOpen", "tooMany", "full", "networkFull", "noAnswer", "noCookies"];
