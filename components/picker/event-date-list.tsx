"use client";

import { useId } from "react";
import { PlaceTime } from "#components/calendar/own-time.tsx";
import { type PickerData, type PickerDate, ROW_MAX } from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { dayAndTime } from "#lib/i18n/words.ts";
import { AllDates } from "./all-dates.tsx";
import { aboutDate, DateTile } from "./date-tile.tsx";

export type EventDateListProps = {
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
  const about = [isRun && dayAndTime(chosen.day, chosen.time, locale), aboutDate(chosen)].filter(Boolean).join(" · ");
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
