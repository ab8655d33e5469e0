"use client";

import { type SubmitEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import type { ReserveAction, ReserveState } from "#app/[locale]/events/[eventId]/reserve-state.ts";
import { Field } from "#components/ui/field.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { fill } from "#components/words.ts";
import { addMoney, formatMoney, isNothing, type Money, timesMoney } from "#lib/domain/money.ts";
import type { Shortage } from "#lib/domain/reservation.ts";
import { UNTOUCHED } from "#lib/forms/form-state.ts";
import { EventDateList } from "./event-date-list.tsx";
import { markHeld } from "./kept-choice.ts";
import { NoScriptTickets } from "./no-script-tickets.tsx";
import { OrderBar } from "./order-bar.tsx";
import { mostOf, type PickerData, type PickerTicket, type PickerWords, ticketsOf } from "./picker-data.ts";
import { TicketList } from "./ticket-list.tsx";
import { useChoice } from "./use-choice.ts";

export type TicketPickerProps = {
  readonly data: PickerData;
  readonly words: PickerWords;
  readonly action: ReserveAction;
  /** Said until something newer is known: the page was drawn from an old answer. */
  readonly staleNote: string | undefined;
};

/** Dates, ticket types, how many, and the one button that holds them. Nothing is asked of the service before that. */
export function TicketPicker({ data, words, action, staleNote }: TicketPickerProps) {
  const [state, submit, pending] = useActionState<ReserveState, FormData>(action, UNTOUCHED);
  const [problem, setProblem] = useState({ message: "", turn: 0 });
  const { choice, dates, date, hasCode, spoken, knowledge, chooseDate, step, setCode } = useChoice(data, words);

  const leaving = useRef(false);

  useEffect(() => {
    leaving.current = pending;
  }, [pending]);

  // Only a reservation that was made takes the page away while its answer is awaited.
  useEffect(() => {
    return () => {
      if (leaving.current) markHeld(data);
    };
  }, [data]);

  const { locale } = data;
  const tickets = ticketsOf(date);
  const chosen = tickets.flatMap((ticket) => {
    const quantity = choice.quantities[ticket.id] ?? 0;
    return quantity > 0 ? [{ ticket, quantity }] : [];
  });
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const canBuy = dates.some((any) => ticketsOf(any).some((ticket) => mostOf(ticket, true) > 0));
  const doubt = knowledge === "live" ? undefined : (staleNote ?? (knowledge === "none" ? words.unknown : undefined));
  const message = problem.turn > state.turn ? problem.message : state.message;

  function say(text: string) {
    setProblem({ message: text, turn: Math.max(problem.turn, state.turn) + 1 });
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    if (count === 0) return say(words.chooseFirst);
    if (!navigator.onLine) return say(words.lost);
    setProblem({ message: "", turn: problem.turn });
    const form = new FormData(event.currentTarget);
    startTransition(() => submit(form));
  }

  return (
    <form action={submit} onSubmit={onSubmit} noValidate className="flex flex-col gap-8">
      <input type="hidden" name="event" value={data.eventId} />
      <input type="hidden" name="locale" value={locale} />
      {chosen.map(({ ticket, quantity }) => (
        <input key={ticket.id} type="hidden" name={`qty.${ticket.id}`} value={quantity} />
      ))}

      {dates.length > 1 && (
        <div className="script-only">
          <EventDateList
            data={{ dates, placeTime: data.placeTime, locale }}
            chosen={date}
            words={words}
            onChoose={chooseDate}
          />
        </div>
      )}

      <section aria-labelledby="tickets" className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h2 id="tickets" className="text-2xl">
            {words.tickets}
          </h2>
          <p className="text-sm text-ink-muted">
            {[words.include, canBuy && limitText(tickets, words), canBuy && words.holdFor].filter(Boolean).join(" ")}
          </p>
          {doubt !== undefined && <p className="text-sm font-medium text-warn">{doubt}</p>}
        </div>
        {message !== undefined && message !== "" && (
          <FocusPanel tone="bad" role="alert" turn={Math.max(problem.turn, state.turn)}>
            <h3 className="text-lg">{words.problem}</h3>
            <p>{message}</p>
          </FocusPanel>
        )}
        <div className="script-only flex flex-col gap-3">
          {date.notes.map((note) => (
            <p key={note} className="text-sm whitespace-pre-line">
              {note}
            </p>
          ))}
          <TicketList
            date={date}
            quantities={choice.quantities}
            hasCode={hasCode}
            locale={locale}
            words={words}
            shortages={shortagesInWords(state.shortages ?? [], tickets, words)}
            onStep={step}
          />
          <p role="status" className="sr-only">
            {spoken}
          </p>
        </div>
        <NoScriptTickets data={data} words={words} />
        <PriceParts tickets={tickets} locale={locale} words={words} />
        <details className="text-sm" hidden={!canBuy} open={hasCode || undefined}>
          <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
            {words.haveCode}
          </summary>
          <Field
            label={words.code}
            name="code"
            hint={words.codeHint}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            enterKeyHint="done"
            value={choice.code}
            onChange={(event) => setCode(event.target.value)}
            className="max-w-sm pt-2"
          />
        </details>
      </section>

      {canBuy && (
        <OrderBar count={count} total={totalOf(chosen, tickets)} pending={pending} locale={locale} words={words} />
      )}
    </form>
  );
}

function totalOf(
  chosen: readonly { ticket: PickerTicket; quantity: number }[],
  tickets: readonly PickerTicket[],
): Money | undefined {
  const [first] = tickets;
  if (first === undefined) return undefined;
  const nothing = { minor: 0, currency: first.price.currency };
  return chosen.map(({ ticket, quantity }) => timesMoney(ticket.price, quantity)).reduce(addMoney, nothing);
}

/** Said once where it is the same for all that can be bought. */
function limitText(tickets: readonly PickerTicket[], words: PickerWords): string {
  const limits = new Set(tickets.filter(({ status }) => status === "ON_SALE").map(({ maximum }) => maximum));
  const [limit] = limits;
  return limits.size === 1 && limit !== undefined ? fill(words.limit, { count: limit }) : "";
}

function shortagesInWords(
  shortages: readonly Shortage[],
  tickets: readonly PickerTicket[],
  words: PickerWords,
): ReadonlyMap<number, string> {
  return new Map(
    shortages.map(({ ticketTypeId, refusal, left }) => {
      const maximum = tickets.find(({ id }) => id === ticketTypeId)?.maximum ?? 0;
      if (refusal === "sold_out" || left === 0) return [ticketTypeId, words.soldOut];
      if (refusal === "over_limit") return [ticketTypeId, fill(words.overLimit, { count: maximum })];
      return [ticketTypeId, left === undefined ? words.gone : fill(words.onlyLeft, { count: left })];
    }),
  );
}

type PricePartsProps = {
  readonly tickets: readonly PickerTicket[];
  readonly locale: string;
  readonly words: PickerWords;
};

function PriceParts({ tickets, locale, words }: PricePartsProps) {
  const withFee = tickets.filter(({ fee }) => !isNothing(fee));
  if (withFee.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
        {words.inPrice}
      </summary>
      <dl className="figures flex flex-col gap-1 pt-1">
        {withFee.map(({ id, name, ticket, fee }) => (
          <div key={id} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="text-end text-ink-muted">
              {fill(words.fee, { price: formatMoney(ticket, locale), fee: formatMoney(fee, locale) })}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
