"use client";

import { ChevronDown } from "lucide";
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { PlaceTime } from "#components/calendar/own-time.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import { type PickerData, type PickerDate, ROW_MAX } from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { dayAndTime } from "#lib/i18n/words.ts";
import type { DateCalendarProps } from "./date-calendar.tsx";
import { aboutDate, DateTile, TILE } from "./date-tile.tsx";

type EventDateListProps = {
  readonly data: PickerData;
  readonly chosen: PickerDate;
  readonly words: PickerWords;
  readonly onChoose: (date: PickerDate) => void;
};

/** The number of dates of a long run in its row; the months have all of them. */
const RUN_ROW = 6;

/** Up to four dates are a row of tiles. With more the row scrolls, and its last tile opens the months. */
export function EventDateList({ data, chosen, words, onChoose }: EventDateListProps) {
  const { dates, language, timeZone, placeTime, locale } = data;
  const heading = useId();
  const isRun = dates.length > ROW_MAX;
  const start = isRun ? Math.floor(dates.findIndex(({ id }) => id === chosen.id) / RUN_ROW) * RUN_ROW : 0;
  const shown = isRun ? dates.slice(start, start + RUN_ROW) : dates;
  const when = chosen.when ?? (isRun && dayAndTime(chosen.day, chosen.time, locale));
  const about = [when, aboutDate(chosen)].filter(Boolean).join(" · ");
  const tiles = shown.map((date) => (
    <DateTile key={date.id} date={date} checked={date.id === chosen.id} words={words} onChoose={() => onChoose(date)} />
  ));
  return (
    <fieldset aria-labelledby={heading} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={heading} className="text-xl">
          {words.chooseDate}
        </h2>
        <PlaceTime at={chosen.startsAt} language={language} timeZone={timeZone} text={placeTime} />
      </div>
      {isRun ? (
        <AllDates dates={dates} language={language} chosen={chosen} words={words} onChoose={onChoose}>
          {tiles}
        </AllDates>
      ) : (
        <div className="grid grid-cols-4 gap-1.75 max-[22rem]:grid-cols-3">{tiles}</div>
      )}
      {about !== "" && (
        <p className="figures text-sm text-ink-muted">
          <bdi>{about}</bdi>
        </p>
      )}
    </fieldset>
  );
}

type AllDatesProps = DateCalendarProps & {
  /** The tiles before the button that opens the months, which replace them. */
  readonly children: ReactNode;
};

/**
 * A scrolling row of tiles, and a calendar of months below it. The calendar is loaded on demand: it would be most of
 * this page's script.
 */
function AllDates({ children, ...calendar }: AllDatesProps) {
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps>>();
  const isLive = useScriptRuns();
  const months = useRef<HTMLDivElement>(null);

  async function load() {
    const { DateCalendar } = await import("./date-calendar.tsx");
    setCalendar(() => DateCalendar);
  }

  useEffect(() => {
    if (isOpen && Calendar !== undefined) months.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, Calendar]);

  /** Closes the months after a choice by pointer; by keyboard the next arrow key may choose another date. */
  function closeAfterPointer({ detail, target }: MouseEvent) {
    if (detail === 0 || !(target instanceof HTMLInputElement) || Number(target.dataset.times ?? 1) > 1) return;
    // After the change event: a render before it would restore the earlier choice.
    setTimeout(() => setOpen(false));
  }

  return (
    <>
      <div className="relative -mx-1 flex gap-1.75 overflow-x-auto p-1 *:w-20 *:shrink-0 lg:*:w-24">
        {!isOpen && children}
        <button
          type="button"
          aria-expanded={isOpen}
          onPointerEnter={load}
          onClick={() => {
            setOpen(!isOpen);
            void load();
          }}
          className={`flex flex-col items-center justify-center px-1 text-sm leading-tight font-semibold text-accent-text ${TILE}${isLive ? "" : " invisible"}`}
        >
          {calendar.words.allDates}
          <Icon of={ChevronDown} strokeWidth={2.25} size={18} className={isOpen ? "rotate-180" : ""} />
        </button>
      </div>
      {isOpen && (
        <div ref={months} className="min-h-80 scroll-mb-4" onClickCapture={closeAfterPointer}>
          {Calendar !== undefined && <Calendar {...calendar} />}
        </div>
      )}
    </>
  );
}
