import type { EventLink } from "#lib/catalogue/event-link.ts";
import {
  canBeChosen,
  type PickerData,
  type PickerDate,
  type PickerTicket,
  SHORT_MAX,
  selectableMaximum,
  soleDate,
  ticketsOf,
} from "#lib/catalogue/picker/picker-data.ts";
import { type PickerWords, STATUS_WORDS } from "#lib/catalogue/picker/picker-words.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { comma, dayAndTime, fill } from "#lib/i18n/words.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import { stateOf } from "./date-tile.tsx";

type NoScriptTicketsProps = {
  readonly data: PickerData;
  readonly link: EventLink | undefined;
  readonly words: PickerWords;
};

/**
 * One input for each ticket type, for browsers without script: the server applies the limits. For a long run each date
 * links to its own page, since all dates would be most of this one.
 */
export function NoScriptTickets({ data, link, words }: NoScriptTicketsProps) {
  const { dates, locale, eventId } = data;
  if (dates.length > SHORT_MAX)
    return (
      <noscript>
        <p className="font-semibold">{words.chooseDate}</p>
        <ul>
          {dates.map((date) => (
            <li key={date.id} className="py-1">
              {canBeChosen(date) ? (
                <a
                  href={`/${locale}/events/${eventId}/tickets?date=${date.id}`}
                  target="_top"
                  className="tap inline-flex items-center text-accent-text underline underline-offset-4"
                >
                  {nameOf(date, data, words)}
                </a>
              ) : (
                nameOf(date, data, words)
              )}
            </li>
          ))}
        </ul>
      </noscript>
    );

  const wanted = new Map(link?.wanted.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]));
  return (
    <noscript>
      {/* Empty, since the tickets of every date are listed. */}
      <input type="hidden" name="listed" value="" />
      {dates.map((date) => (
        <details
          key={date.id}
          open={date === soleDate(dates) || isNamed(date, link)}
          className="mb-3 rounded-xl border border-line bg-surface px-5 py-3"
        >
          <summary className="min-h-11 py-2 font-semibold">{nameOf(date, data, words)}</summary>
          {date.end !== undefined && <p className="figures text-sm">{fill(words.ends, { time: date.end })}</p>}
          {blocksOf(date, words).map(({ name, items }) => (
            <div key={name}>
              <p className="pt-3 text-sm text-ink-muted">
                <bdi lang={name === words.merchandise ? undefined : contentLanguage()}>{name}</bdi>
              </p>
              {items.map((item) =>
                typeof item === "string" ? (
                  <p key={item} dir="auto" lang={contentLanguage()} className="text-sm">
                    {item}
                  </p>
                ) : (
                  <Box key={item.id} ticket={item} chosen={wanted.get(item.id)} locale={locale} words={words} />
                ),
              )}
            </div>
          ))}
        </details>
      ))}
    </noscript>
  );
}

/** Returns whether a link names the date, by itself or by its tickets. */
function isNamed(date: PickerDate, link: EventLink | undefined): boolean {
  if (link?.eventDateId !== undefined) return link.eventDateId === date.id;
  return ticketsOf(date).some(({ id }) => link?.wanted.some(({ ticketTypeId }) => ticketTypeId === id) === true);
}

function nameOf(date: PickerDate, { locale, place }: PickerData, words: PickerWords): string {
  const start = `${dayAndTime(date.day, date.time, locale)} ${fill(words.inPlace, { place })}`;
  return [start, date.label, stateOf(date, words)].filter(Boolean).join(comma(locale));
}

function blocksOf({ notes, sections, merchandise }: PickerDate, words: PickerWords): PickerDate["sections"] {
  const before = notes.length > 0 ? [{ name: "", items: notes }] : [];
  const beside = merchandise.length > 0 ? [{ name: words.merchandise, items: merchandise }] : [];
  return [...before, ...sections, ...beside];
}

type BoxProps = {
  readonly ticket: PickerTicket;
  readonly chosen: number | undefined;
  readonly locale: string;
  readonly words: PickerWords;
};

function Box({ ticket, chosen, locale, words }: BoxProps) {
  const { id, name, status } = ticket;
  const most = selectableMaximum(ticket, true);
  return (
    <div className="flex items-center justify-between gap-4 border-t border-line py-3">
      <label htmlFor={`qty.${id}`} className="figures font-semibold">
        <bdi lang={contentLanguage()}>{name}</bdi>{" "}
        <span className="block font-normal">
          {isZero(ticket.allIn) ? words.free : formatMoney(ticket.allIn, locale)}
        </span>
      </label>
      {most > 0 ? (
        <input
          id={`qty.${id}`}
          name={`qty.${id}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          defaultValue={Math.min(chosen ?? 0, most)}
          className="min-h-11 w-16 shrink-0 rounded-md border border-line-strong bg-surface text-center"
        />
      ) : (
        <span className="text-ink-muted">{status === "ON_SALE" ? words.soldOut : words[STATUS_WORDS[status]]}</span>
      )}
    </div>
  );
}
