"use client";

import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Panel } from "#components/ui/panel.tsx";
import { shownPrices } from "#lib/cart/summary.ts";
import { fieldsOfSource } from "#lib/catalogue/event-link.ts";
import {
  greatestLimit,
  type PickerData,
  type PickerDate,
  type PickerTicket,
  SHORT_MAX,
  selectableMaximum,
  ticketsOf,
} from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { dateOfParts } from "#lib/i18n/date-parts.ts";
import { dayAndTime, fill } from "#lib/i18n/words.ts";
import { hasCartMark } from "#lib/session/purchase/cart-mark.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import { CodeBox } from "./code-box.tsx";
import { EventDateList } from "./event-date-list.tsx";
import { NoScriptTickets } from "./no-script-tickets.tsx";
import { TicketList } from "./ticket-list.tsx";
import type { Choosing } from "./use-choice.ts";

/** The content of noscript is rendered by the server only: a browser with script does not need it. */
const isServer = typeof window === "undefined";

type PickerFieldsProps = {
  readonly choosing: Choosing;
  readonly words: PickerWords;
  /** Shown until live data arrives, where the page was rendered from an old answer. */
  readonly staleNote: string | undefined;
  /** The page has a field for codes above. */
  readonly hasCodeAbove?: boolean;
  /** The error of the last request, above the tickets. */
  readonly problem: ReactNode;
  /** That no date is chosen, with the dates. */
  readonly dateProblem: ReactNode;
  /** The order bar, below the tickets. */
  readonly bar: ReactNode;
};

/** Dates, ticket types, quantities and codes: everything that a form posts to reserve tickets. */
export function PickerFields(props: PickerFieldsProps) {
  const { choosing, words, staleNote, hasCodeAbove = false, problem, dateProblem, bar } = props;
  const { data, date, choice, hasCode, knowledge, liveAt, source, shortages } = choosing;
  const { dates, locale } = data;
  const tickets = date ? ticketsOf(date) : dates.flatMap(ticketsOf);
  const isFree = tickets.every(({ allIn }) => isZero(allIn));
  const limit = date && greatestLimit(date, hasCode);
  const stale = liveAt === undefined ? staleNote : undefined;
  const note = knowledge === "live" ? undefined : (stale ?? (knowledge === "none" ? words.unknown : undefined));
  const list = {
    quantities: choice.quantities,
    hasCode,
    limit,
    locale,
    words,
    shortages,
    onStep: choosing.step,
    onType: choosing.type,
  };
  const canBuy = canBuyAny(choosing);
  // The cart may have expired since, or was emptied in another tab.
  const replacesCart = choice.isInCart && hasCartMark();

  return (
    <>
      <input type="hidden" name="event" value={data.eventId} />
      <input type="hidden" name="locale" value={locale} />
      <input
        type="hidden"
        name="shown"
        value={shownPrices(dates.length > SHORT_MAX ? tickets : dates.flatMap(ticketsOf))}
      />
      {fieldsOfSource(source).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="listed" value={date?.id ?? ""} />

      {choosing.changes.length > 0 && (
        <Panel tone="warn" role="status" className="flex flex-col gap-1 text-sm">
          <p className="font-semibold">{words.linkChanged}</p>
          {choosing.changes.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </Panel>
      )}

      {dates.length > 1 && (
        <div className="script-only">
          <EventDateList data={data} chosen={date} words={words} problem={dateProblem} onChoose={choosing.chooseDate} />
        </div>
      )}

      <section aria-label={words.tickets} className="flex flex-col gap-2">
        <div className="flex flex-col gap-1">
          {/* Until one of several dates is chosen no ticket is shown, except without script. */}
          <div
            className={classNames(
              "flex flex-wrap items-baseline justify-between gap-x-3",
              date === undefined && "unless-script",
            )}
          >
            <h2 className="text-xl">{words.tickets}</h2>
            <p className="dotted text-xs text-ink-muted">
              {!isFree && <span>{words.include}</span>}
              {limit !== undefined && <span>{fill(isFree ? words.most : words.limit, { count: limit })}</span>}
            </p>
          </div>
          {note !== undefined && (
            <Panel tone="warn" className="my-1 text-sm">
              <p className="font-semibold">{note}</p>
              <p>
                {stale === undefined && (
                  <span>{fill(words.mayHaveChanged, { time: timeHere(liveAt ?? data.readAt, data, words) })}</span>
                )}{" "}
                <button
                  type="button"
                  onClick={choosing.checkAgain}
                  className="script-only min-h-6 underline underline-offset-4"
                >
                  {words.checkAgain}
                </button>
              </p>
            </Panel>
          )}
          {date && (
            <div className="script-only flex flex-col">
              <DateNote data={data} date={date} words={words} onChoose={choosing.chooseDate} />
            </div>
          )}
        </div>
        {problem && <div className="pb-2">{problem}</div>}
        {canBuy && replacesCart && <p className="rounded-lg bg-accent-soft px-3.5 py-3 text-sm">{words.inCart}</p>}
        <div className="script-only flex flex-col gap-3">
          {date && date.sections.length + date.notes.length > 0 && (
            <TicketList sections={date.sections} notes={date.notes} {...list} />
          )}
          {date && date.merchandise.length > 0 && (
            <>
              <h3 className="pt-3 text-xl">{words.merchandise}</h3>
              <TicketList sections={[{ name: "", items: date.merchandise }]} {...list} />
            </>
          )}
          {date && tickets.length === 0 && <p className="text-ink-muted">{words.nothingOnSale}</p>}
          <p role="status" className="sr-only">
            {choosing.spoken}
          </p>
        </div>
        {isServer ? <NoScriptTickets data={data} link={choosing.link} words={words} /> : <noscript />}
        {data.offers.length > 0 && (
          <ul className="flex flex-col gap-1 rounded-lg bg-ok-soft px-3.5 py-3 text-sm font-semibold text-ok">
            {data.offers.map((offer) => (
              <li key={offer}>{offer}</li>
            ))}
          </ul>
        )}
        {bar}
        <div className="flex flex-wrap gap-x-6 *:open:basis-full">
          {hasCodeAbove && <input type="hidden" name="code" value={choice.code} />}
          {canBuy && !hasCodeAbove && <CodeBox choosing={choosing} words={words} />}
          {canBuy && date && <PriceParts date={date} locale={locale} words={words} />}
        </div>
        {canBuy && !replacesCart && <p className="text-xs text-pretty text-ink-muted">{words.reserveFor}</p>}
      </section>
    </>
  );
}

/** Returns a moment's time at the venue, "7:30 pm in Wellington". Rendered in a browser only. */
function timeHere(at: string, { language, timeZone, place }: PickerData, words: PickerWords): string {
  const format = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", timeZone });
  return `${dateOfParts(format.formatToParts(new Date(at)), language)} ${fill(words.inPlace, { place })}`;
}

export function chosenOf({
  date,
  choice,
}: Choosing): readonly { readonly ticket: PickerTicket; readonly quantity: number }[] {
  if (date === undefined) return [];
  return ticketsOf(date).flatMap((ticket) => {
    const quantity = choice.quantities[ticket.id] ?? 0;
    return quantity > 0 ? [{ ticket, quantity }] : [];
  });
}

export function canBuyAny({ data }: Choosing): boolean {
  return data.dates.some((date) => ticketsOf(date).some((ticket) => selectableMaximum(ticket, true) > 0));
}

type DateNoteProps = {
  readonly data: PickerData;
  readonly date: PickerDate;
  readonly words: PickerWords;
  readonly onChoose: (date: PickerDate) => void;
};

/** What to do where a date cannot be bought now: a calendar reminder, or the next date on sale. */
function DateNote({ data: { eventId, locale, dates }, date, words, onChoose }: DateNoteProps) {
  if (dates.length === 1) return null;
  if (date.status === "NOT_ON_SALE" && date.onSaleFrom !== undefined)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">{date.onSaleFrom}</span>
        <a href={`/${locale}/events/${eventId}/reminder?date=${date.id}`} className={buttonClass("quiet", "px-0 py-0")}>
          {words.remind}
        </a>
      </p>
    );
  const next = date.status === "ON_SALE" ? undefined : dates.find(({ status }) => status === "ON_SALE");
  if (next === undefined) return null;
  return (
    <button type="button" onClick={() => onChoose(next)} className={buttonClass("secondary", "self-start text-sm")}>
      {fill(words.nextDate, { when: dayAndTime(next.day, next.time, locale) })}
    </button>
  );
}

type PricePartsProps = {
  readonly date: PickerDate;
  readonly locale: string;
  readonly words: PickerWords;
};

/** The parts of each price: ticket and fee. */
function PriceParts({ date: { sections, merchandise }, locale, words }: PricePartsProps) {
  const withFee = [...sections, { name: "", items: merchandise }].flatMap(({ name: section, items }) =>
    items.flatMap((item) => (typeof item === "string" || isZero(item.fee) ? [] : [{ ...item, section }])),
  );
  if (withFee.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
        {words.inPrice}
      </summary>
      <dl className="figures flex flex-col gap-1 pt-1">
        {withFee.map(({ id, name, section, price, fee }) => (
          <div key={id} className="flex justify-between gap-4">
            <dt>
              <bdi lang={contentLanguage()}>{name}</bdi>
              {sections.length > 1 && section !== "" && (
                <span className="text-ink-muted">
                  {" "}
                  <bdi lang={contentLanguage()}>{section}</bdi>
                </span>
              )}
            </dt>
            <dd className="text-end text-ink-muted">
              {fill(words.fee, { price: formatMoney(price, locale), fee: formatMoney(fee, locale) })}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
