"use client";

import { ChevronDown } from "lucide";
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ZoneNote, ZoneOfTimes } from "#components/calendar/own-time.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import {
  firstOnSale,
  lowestPrice,
  type PickerData,
  type PickerDate,
  ROW_MAX,
} from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { dayAndTime, fill } from "#lib/i18n/words.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import type { DateCalendarProps } from "./date-calendar.tsx";
import { DateTile, labelsOf, stateOf } from "./date-tile.tsx";

type EventDateListProps = {
  readonly data: PickerData;
  readonly chosen: PickerDate | undefined;
  readonly words: PickerWords;
  /** What is missing, while no date is chosen and one is needed. */
  readonly problem: ReactNode;
  readonly onChoose: (date: PickerDate) => void;
};

/** Four are narrow on a phone: the day of each tile has its weekday on a line of its own. */
const NARROW = "grid-cols-4 max-[22rem]:grid-cols-3 max-sm:[&_span:first-of-type]:w-min";

/** The number of dates of a long run in its row; the months have all of them. */
const RUN_ROW = 6;

/**
 * Up to four dates are a row of tiles. With more the row scrolls, and a button opens a calendar of months in its place, which is
 * loaded on demand: it would be most of this page's script.
 */
export function EventDateList({ data, chosen, words, problem, onChoose }: EventDateListProps) {
  const { dates, language, timeZone, place, locale } = data;
  const [heading, missing] = [useId(), useId()];
  const isLive = useScriptRuns();
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps>>();
  const months = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const isRun = dates.length > ROW_MAX;
  const start = isRun ? Math.floor(dates.indexOf(chosen ?? firstOnSale(dates)) / RUN_ROW) * RUN_ROW : 0;
  const shown = isRun ? dates.slice(start, start + RUN_ROW) : dates;
  const about = chosen
    ? [
        // The tile in the row says it; the calendar may show the day alone.
        isOpen && { text: dayAndTime(chosen.day, chosen.time, locale) },
        ...labelsOf(chosen).map((text) => ({ text, lang: contentLanguage() })),
        chosen.end !== undefined && { text: fill(words.ends, { time: chosen.end }) },
      ].filter((part) => part !== false)
    : [];

  const differInPrice = new Set(dates.map((date) => lowestPrice(date)?.minor).filter(Number.isInteger)).size > 1;
  const lowestOf = (date: PickerDate) => {
    const lowest = differInPrice ? lowestPrice(date) : undefined;
    return lowest && (isZero(lowest) ? words.free : fill(words.from, { price: formatMoney(lowest, locale) }));
  };

  const isMissing = Boolean(problem);
  const hasThirdLine = shown.some((date) => stateOf(date, words) !== "" || lowestOf(date) !== undefined);

  const aboutChosen = chosen ? (
    <>
      <div className="contents text-xs">
        <ZoneNote
          at={chosen.startsAt}
          time={chosen.time}
          language={language}
          timeZone={timeZone}
          inPlace={fill(words.inPlace, { place })}
          words={words.yourTime}
        />
      </div>
      {about.length > 0 && (
        <p className={`figures dotted ${isOpen ? "text-sm font-semibold" : "text-xs text-ink-muted"}`}>
          {about.map(({ text, ...language }) => (
            <span key={text}>
              <bdi {...language}>{text}</bdi>
            </span>
          ))}
        </p>
      )}
    </>
  ) : (
    <p className="text-xs empty:hidden">
      <ZoneOfTimes at={firstOnSale(dates).startsAt} language={language} timeZone={timeZone}>
        {fill(words.timesInPlace, { place })}
      </ZoneOfTimes>
    </p>
  );

  async function load() {
    const { DateCalendar } = await import("./date-calendar.tsx");
    setCalendar(() => DateCalendar);
  }

  useEffect(() => {
    if (isOpen && Calendar !== undefined) months.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, Calendar]);

  // The chosen tile may be beyond the edge of the row.
  useEffect(() => {
    const tile = !isOpen && row.current?.querySelector(`label:has([value="${chosen?.id}"])`)?.getBoundingClientRect();
    const box = row.current?.getBoundingClientRect();
    if (tile && box && (tile.left < box.left || tile.right > box.right))
      row.current?.scrollBy({ left: tile.left + tile.width / 2 - box.left - box.width / 2 });
  }, [chosen?.id, isOpen]);

  /** Closes the months after a choice by pointer; by keyboard the next arrow key may choose another date. */
  function closeAfterPointer({ detail, target }: MouseEvent) {
    if (detail === 0 || !(target instanceof HTMLInputElement) || Number(target.dataset.times ?? 1) > 1) return;
    // After the change event: a render before it would restore the earlier choice.
    setTimeout(() => setOpen(false));
  }

  return (
    <fieldset
      aria-labelledby={heading}
      aria-describedby={isMissing ? missing : undefined}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <div className="flex items-baseline justify-between gap-x-3">
        <h2 id={heading} className="text-xl">
          {words.chooseDate}
        </h2>
        {isRun && (
          <button
            type="button"
            aria-expanded={isOpen}
            onPointerEnter={load}
            onClick={() => {
              setOpen(!isOpen);
              void load();
            }}
            className={`tap -my-2 inline-flex shrink-0 items-center gap-1 text-sm font-semibold text-accent-text underline underline-offset-4${isLive ? "" : " invisible"}`}
          >
            <span>{isOpen ? words.closeDates : words.allDates}</span>
            <Icon of={ChevronDown} strokeWidth={2.25} size={16} className={isOpen ? "rotate-180" : ""} />
          </button>
        )}
      </div>
      <div id={missing} className="empty:hidden">
        {problem}
      </div>
      {!isOpen && (
        <div
          ref={row}
          className={
            isRun
              ? "relative -mx-5 flex gap-1.75 overflow-x-auto px-5 py-0.5 *:w-26 max-lg:*:shrink-0 lg:-mx-1 lg:px-1"
              : `grid gap-1.75 ${shown.length < ROW_MAX ? "grid-cols-3 sm:grid-cols-4" : NARROW}`
          }
        >
          {shown.map((date) => (
            <DateTile
              key={date.id}
              date={date}
              checked={date.id === chosen?.id}
              price={lowestOf(date)}
              isAtTop={hasThirdLine}
              isMissing={isMissing}
              words={words}
              onChoose={() => onChoose(date)}
            />
          ))}
        </div>
      )}
      {isOpen && (
        <div ref={months} className="min-h-80 scroll-mb-4 pt-1" onClickCapture={closeAfterPointer}>
          {Calendar !== undefined && (
            <Calendar
              dates={dates}
              language={language}
              chosen={chosen}
              words={words}
              isMissing={isMissing}
              onChoose={onChoose}
            >
              {aboutChosen}
            </Calendar>
          )}
        </div>
      )}
      {!isOpen && aboutChosen}
    </fieldset>
  );
}
