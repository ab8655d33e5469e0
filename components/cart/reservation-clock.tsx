"use client";

import { type ReactNode, startTransition, useState } from "react";
import { ReservationTimer, type TimerWords } from "#components/cart/reservation-timer.tsx";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, type ButtonKind } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { NoticeLines } from "#components/ui/notice-lines.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Status } from "#components/ui/status.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import { type FormState, UNTOUCHED } from "#lib/forms/form.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { timeText } from "#lib/i18n/date-text.ts";
import { fill } from "#lib/i18n/words.ts";

/** The result of reserving the same tickets again, as one text a line. */
export type ReserveAgainState = FormState<object> & {
  readonly title?: string;
  readonly lines?: readonly string[];
  readonly isReserved?: boolean;
  /** The tickets may be reserved although no answer says so: no second try is offered. */
  readonly mayBeReserved?: boolean;
  /** All tickets are reserved, at their earlier prices. */
  readonly isAsBefore?: boolean;
  /** The total that the message names, in minor units. The next press sends it: more than this is not reserved unsaid. */
  readonly said?: number;
};

/** Tickets of one date of an event. A line is "2 ×" and "Adult, Stalls", or "2 tickets" of types whose names are not known. */
type NamedTickets = {
  readonly eventName: string;
  readonly when?: string;
  readonly lines: readonly { readonly count: string; readonly name?: string }[];
};

type ClockWords = {
  readonly [Word in
    | "soon"
    | "moreTime"
    | "extending"
    | "extended"
    | "expiredTitle"
    | "expiredText"
    | "again"
    | "reserving"]: string;
} & { readonly timer: TimerWords; readonly lost: ConnectionWords };

/** The result of asking for more time: the message of a refusal. The new end is the cart's. */
export type ExtendState = FormState<object> & { readonly isExtended?: boolean };

type ReservationClockProps = {
  /** Absent when nothing is reserved. */
  readonly running?: {
    readonly count: number;
    readonly expiresAt: string;
    readonly secondsLeft: number;
    readonly timeZone: string;
    readonly placeTime: string;
  };
  /** The tickets of the cart, and those that expired so long ago that the service has removed them from it. */
  readonly inCart: readonly NamedTickets[];
  readonly forgotten: readonly NamedTickets[];
  /** A text about tickets that expired while others are still reserved. */
  readonly partlyExpired: string | undefined;
  /** The total with the expired tickets, and its text. While nothing has expired it is that of the cart, which the page shows. */
  readonly again: { readonly total: number; readonly text?: string };
  readonly locale: string;
  readonly words: ClockWords;
  /** Whether the service has the call, as far as is known. */
  readonly canExtend: boolean;
  readonly extendReservation: (previous: ExtendState, form: FormData) => Promise<ExtendState>;
  readonly reserveTicketsAgain: (previous: ReserveAgainState, form: FormData) => Promise<ReserveAgainState>;
  /** Links to what else can be done about expired tickets. */
  readonly otherwise: ReactNode;
  /** Whether nothing else of the page is shown once the tickets have expired, so that it is then what the page is about. */
  readonly isWholePage: boolean;
};

/** Shows when the reservation expires, a button for more time, and what to do afterwards. It blocks nothing. */
export function ReservationClock(props: ReservationClockProps) {
  const { running, inCart, forgotten, partlyExpired, locale, words, canExtend } = props;
  const { extendReservation, reserveTicketsAgain, otherwise, isWholePage } = props;
  const ExpiredTitle = isWholePage ? "h1" : "h2";
  const scriptRuns = useScriptRuns();
  const [expiredFor, setExpiredFor] = useState<string>();
  const [soonFor, setSoonFor] = useState<string>();
  const extension = useSubmission<ExtendState>(extendReservation, UNTOUCHED);
  const again = useSubmission<ReserveAgainState>(reserveTicketsAgain, UNTOUCHED);
  const said = again.state.said ?? props.again.total;

  // A reader's clock that is ahead expires early. When the service says that the tickets are still reserved, the timer
  // runs again.
  const renderId = `${running?.expiresAt} ${again.state.answeredAt}`;
  const isExpired = running === undefined || expiredFor === renderId;
  const isSoon = !isExpired && soonFor === running.expiresAt;
  const isAnswered = !isExpired && extension.state.answeredAt >= again.state.answeredAt;
  const until = running && timeText(running.expiresAt, locale, scriptRuns ? undefined : running.timeZone);
  const extended = isAnswered && extension.state.isExtended ? fill(words.extended, { time: until ?? "" }) : undefined;
  const refused = isAnswered ? extension.state.message : undefined;
  // The button stays once it was shown: with it the focus of the visitor who pressed it would be lost.
  const hasButton = canExtend && !isExpired && soonFor !== undefined;

  return (
    <div {...(isExpired && { "data-expired": true })} className="mb-6 flex flex-col gap-3 print-hidden">
      {!isExpired && (
        <ReservationTimer
          {...running}
          locale={locale}
          words={words.timer}
          onSoon={() => startTransition(() => setSoonFor(running.expiresAt))}
          onEnd={() => setExpiredFor(renderId)}
        />
      )}

      {hasButton && (
        <form
          {...extension.props}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-5 py-3"
        >
          <Hidden fields={{ locale }} />
          <p role="status" className="font-semibold">
            {isSoon ? words.soon : (extended ?? words.soon)}
          </p>
          <Button kind="secondary" pending={extension.pending} pendingLabel={words.extending}>
            {words.moreTime}
          </Button>
        </form>
      )}
      <Status className="px-5 text-sm text-ink-muted">{hasButton ? refused : (extended ?? refused)}</Status>
      {canExtend && !isExpired && (
        <noscript>
          <form action={extension.post}>
            <Hidden fields={{ locale }} />
            <Button kind="quiet">{words.moreTime}</Button>
          </form>
        </noscript>
      )}

      {isExpired && (
        <FocusPanel tone="warn" announcement={again.announcement} className="flex max-w-2xl flex-col gap-3">
          <ExpiredTitle className={isWholePage ? "text-3xl" : "text-xl"}>{words.expiredTitle}</ExpiredTitle>
          <TicketNames tickets={[...inCart, ...forgotten]} />
          <p>{again.state.message ?? words.expiredText}</p>
          {again.state.said === undefined && props.again.text && <p className="figures">{props.again.text}</p>}
          {againForm("primary", otherwise)}
        </FocusPanel>
      )}

      {!isExpired && partlyExpired !== undefined && (
        <Panel tone="warn" className="mt-3 flex flex-col items-start gap-3">
          <p className="font-semibold">{again.state.message ?? partlyExpired}</p>
          <TicketNames tickets={forgotten} />
          {again.state.said === undefined && props.again.text && <p className="figures">{props.again.text}</p>}
          {againForm("secondary")}
        </Panel>
      )}

      {!isExpired && again.state.isReserved === true && (
        <FocusPanel
          tone={again.state.isAsBefore ? "ok" : "warn"}
          announcement={again.announcement}
          className="mt-3 flex flex-col gap-2"
        >
          <h2 className="text-lg">{again.state.title}</h2>
          <NoticeLines lines={again.state.lines ?? []} />
        </FocusPanel>
      )}

      <ConnectionProblem
        lost={extension.lost ?? again.lost}
        announcement={extension.announcement + again.announcement}
        words={words.lost}
      />
    </div>
  );

  function againForm(kind: ButtonKind, beside?: ReactNode) {
    if (again.state.mayBeReserved) return undefined;
    return (
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <form {...again.props}>
          <Hidden fields={{ locale, said }} />
          <Button kind={kind} pending={again.pending} pendingLabel={words.reserving}>
            {words.again}
          </Button>
        </form>
        {beside}
      </div>
    );
  }
}

function TicketNames({ tickets }: { readonly tickets: readonly NamedTickets[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {/* Tickets of one date may be in the list twice: still in the cart, and gone from it. */}
      {Array.from(tickets.entries(), ([at, { eventName, when, lines }]) => (
        <li key={at}>
          <bdi lang={contentLanguage()} className="font-semibold">
            {eventName}
          </bdi>
          {when !== undefined && <p className="figures text-sm">{when}</p>}
          {lines.map(({ count, name }) => (
            <p key={name ?? ""} className="figures text-sm">
              {count} {name !== undefined && <bdi lang={contentLanguage()}>{name}</bdi>}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
