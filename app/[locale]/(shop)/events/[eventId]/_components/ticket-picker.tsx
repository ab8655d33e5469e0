"use client";

import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  choiceBefore,
  keepChoice,
  markReserved,
} from "#app/[locale]/(shop)/events/[eventId]/_components/kept-choice.ts";
import type { ReserveAction } from "#app/[locale]/(shop)/events/[eventId]/reserve-state.ts";
import { ErrorTitle } from "#components/forms/error-title.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { OrderBar } from "#components/picker/order-bar.tsx";
import { canBuyAny, chosenOf, PickerFields } from "#components/picker/picker-fields.tsx";
import { type Arrived, type Memory, useChoice } from "#components/picker/use-choice.ts";
import { FocusLine, FocusPanel } from "#components/ui/focus-panel.tsx";
import { formatEventLink } from "#lib/catalogue/event-link.ts";
import type { PackedPicker } from "#lib/catalogue/picker/compact-picker.ts";
import { SHORT_MAX } from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import type { UNTOUCHED } from "#lib/forms/form.ts";
import type { Source } from "#lib/ticketing/model/reservation.ts";

type TicketPickerProps = {
  /** The page's title. */
  readonly title: string;
  readonly data: PackedPicker;
  readonly words: PickerWords;
  readonly action: ReserveAction;
  /** Shown until live data arrives, where the page was rendered from an old answer. */
  readonly staleNote: string | undefined;
  /** The page says already that nothing is left. The tickets are shown once some are returned. */
  readonly isSoldOut?: boolean;
  /** Of a page that was rendered for its link. It has a field for codes of its own. */
  readonly arrived?: Arrived | undefined;
};

/** What "Continue" needs and does not have. */
type Problem = { readonly missing?: "date" | "tickets" | "connection" | undefined; readonly announcement: number };

const MEMORY: Memory = { before: choiceBefore, keep: keepChoice };

/** A copy of `UNTOUCHED`, checked by its type: importing the value would add a module to this page's script. */
const NEVER_SENT: typeof UNTOUCHED = { fieldErrors: {}, answeredAt: 0 };

/** The picker, and the button that reserves the selection. */
export function TicketPicker(props: TicketPickerProps) {
  const { title, data, words, action, staleNote, isSoldOut = false, arrived } = props;
  const { state, lost, busy, announcement, pending, post, send } = useSubmission(action, NEVER_SENT);
  const [problem, setProblem] = useState<Problem>({ announcement: 0 });
  const choosing = useChoice(data, words, { memory: MEMORY, arrived, shortages: state.shortages });
  const { eventId, locale } = data;
  const leaving = useRef(false);

  useEffect(() => {
    leaving.current = pending;
  }, [pending]);

  // The page is left during a pending request only after a successful reservation. In the same commit as the address changes: who
  // goes on at once would leave before a passive effect has run.
  useLayoutEffect(() => {
    return () => {
      if (leaving.current) markReserved(eventId);
    };
  }, [eventId]);

  const chosen = chosenOf(choosing);
  const busyWords = busy && (busy === "waiting" ? words.busyWaiting : words.busy);
  const lostWords = lost && (lost === "out_of_date" ? words.outOfDate : words.lost);
  const has = { date: choosing.date !== undefined, tickets: chosen.length > 0, connection: false };
  // The problem is fixed, so its message is removed.
  if (problem.missing && has[problem.missing]) setProblem({ announcement: problem.announcement });
  const isOutdated = (state.shortages ?? []).length > choosing.shortages.length;
  const missingWords = { tickets: words.chooseFirst, connection: words.offline };
  const isDateMissing = problem.missing === "date";
  const message =
    (problem.missing && problem.missing !== "date" ? missingWords[problem.missing] : undefined) ??
    busyWords ??
    lostWords ??
    (isOutdated ? state.outdatedMessage : state.message);

  function say(what: Problem["missing"]) {
    setProblem({ missing: what, announcement: problem.announcement + 1 });
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    if (choosing.date === undefined) return say("date");
    if (chosen.length === 0) return say("tickets");
    if (!navigator.onLine) return say("connection");
    setProblem({ announcement: problem.announcement });
    send(new FormData(event.currentTarget));
  }

  if (isSoldOut && !canBuyAny(choosing) && !message) return null;
  return (
    // No autocomplete: a browser that restores the fields on a reload would select tickets that are already paid.
    <form action={post} onSubmit={onSubmit} noValidate autoComplete="off" className="flex flex-col gap-4 lg:gap-8">
      <PickerFields
        choosing={choosing}
        words={words}
        staleNote={staleNote}
        hasCodeAbove={arrived !== undefined}
        dateProblem={
          isDateMissing && (
            <>
              <ErrorTitle>{title}</ErrorTitle>
              <FocusLine announcement={problem.announcement}>{words.chooseDateFirst}</FocusLine>
            </>
          )
        }
        problem={
          !isDateMissing &&
          message !== undefined &&
          message !== "" && (
            <FocusPanel tone={busy ? "warn" : "bad"} role="alert" announcement={problem.announcement + announcement}>
              {!busy && <ErrorTitle>{title}</ErrorTitle>}
              <h3 className="text-lg">{busy ? words.busyTitle : words.problem}</h3>
              <p>{message}</p>
              {(lost === "offline" || lost === "no_answer" || state.checksCart) && (
                <a href={`/${locale}/cart`} className="tap inline-flex items-center underline underline-offset-4">
                  {words.seeCart}
                </a>
              )}
              {busy === "given_up" && (
                <a
                  href={`/${locale}/events/${eventId}/line?${lineQuery(choosing)}`}
                  className="tap inline-flex items-center underline underline-offset-4"
                >
                  {words.busyLine}
                </a>
              )}
            </FocusPanel>
          )
        }
        bar={
          canBuyAny(choosing) &&
          !state.mayBeReserved && (
            <OrderBar
              choosing={choosing}
              pending={pending}
              locale={locale}
              words={words}
              needsScript={data.dates.length > SHORT_MAX}
            />
          )
        }
      />
    </form>
  );
}

/** Returns the query with which the page of the event's line keeps the choice of a visitor who found no capacity. */
function lineQuery(choosing: Parameters<typeof chosenOf>[0] & { readonly source: Source | undefined }): string {
  const { date, choice, source } = choosing;
  const wanted = chosenOf(choosing).map(({ ticket, quantity }) => ({ ticketTypeId: ticket.id, quantity }));
  const code = choice.code.trim();
  const link = { ...(date && { eventDateId: date.id }), wanted, ...(code && { code }), ...(source && { source }) };
  return `busy=1&${formatEventLink(link)}`;
}
