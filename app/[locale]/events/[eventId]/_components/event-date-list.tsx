"use client";

import { ChevronDown } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { dayAndTime } from "#components/words.ts";
import type { PickerData, PickerDate, PickerWords } from "./picker-data.ts";
import { STATUS_WORDS } from "./status-words.ts";

export type EventDateListProps = {
  readonly data: Pick<PickerData, "dates" | "placeTime" | "locale">;
  readonly chosen: PickerDate;
  readonly words: PickerWords;
  readonly onChoose: (date: PickerDate) => void;
};

/** Up to this many stand there at once; more are folded away by month, so that the tickets stay in sight. */
const SHORT_MAX = 7;

export function EventDateList({ data: { dates, placeTime, locale }, chosen, words, onChoose }: EventDateListProps) {
  const [open, setOpen] = useState(false);
  const months = [...new Set(dates.map(({ month }) => month))];

  /** With a pointer one choice is the choice; with the keyboard one may still be on the way to another. */
  function closeAfterPointer(event: MouseEvent) {
    if (event.detail > 0 && event.target instanceof HTMLInputElement) setOpen(false);
  }

  const tiles = (some: readonly PickerDate[]) => (
    <div
      className={classNames(
        "grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-4",
        dates.length > 4 && "min-[22rem]:grid-cols-3",
      )}
    >
      {some.map((date) => (
        <Tile key={date.id} date={date} checked={date.id === chosen.id} words={words} onChoose={() => onChoose(date)} />
      ))}
    </div>
  );

  return (
    <fieldset className="min-w-0">
      <legend className="pb-3">
        <span className="font-display text-2xl font-bold">{words.chooseDate}</span>{" "}
        <span className="text-sm whitespace-nowrap text-ink-muted">{placeTime}</span>
      </legend>
      {dates.length <= SHORT_MAX ? (
        tiles(dates)
      ) : (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-lg border-2 border-accent-edge bg-accent-soft px-4 text-accent-on-soft [&::-webkit-details-marker]:hidden">
            <span className="figures font-semibold">{dayAndTime(chosen.day, chosen.time, locale)}</span>
            <span className="inline-flex items-center gap-1 text-sm">
              {words.change}
              <ChevronDown aria-hidden="true" size={18} className={open ? "rotate-180" : ""} />
            </span>
          </summary>
          <div className="flex flex-col gap-4 pt-4" onClickCapture={closeAfterPointer}>
            {months.map((month) => (
              <div key={month} className="flex flex-col gap-2">
                <p className="text-sm font-semibold text-ink-muted">{month}</p>
                {tiles(dates.filter((date) => date.month === month))}
              </div>
            ))}
          </div>
        </details>
      )}
    </fieldset>
  );
}

type TileProps = {
  readonly date: PickerDate;
  readonly checked: boolean;
  readonly words: PickerWords;
  readonly onChoose: () => void;
};

/** What cannot be bought is seen and cannot be chosen. */
function Tile({ date: { id, day, time, status, onSaleFrom }, checked, words, onChoose }: TileProps) {
  const gone = status !== "ON_SALE" && status !== "NOT_ON_SALE";
  return (
    <label className="flex min-h-14 flex-col justify-center rounded-lg border border-line-strong bg-surface px-3 py-2 has-checked:border-accent-edge has-checked:bg-accent-soft has-checked:text-accent-on-soft has-checked:ring-1 has-checked:ring-accent-edge has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
      <input
        type="radio"
        name="date"
        value={id}
        checked={checked}
        disabled={gone}
        onChange={onChoose}
        className="sr-only"
      />
      <span className="figures text-sm leading-snug font-semibold">{day}</span>
      <span className="figures text-xs leading-snug">
        {time}
        {status !== "ON_SALE" && (
          <> · {onSaleFrom !== undefined && status === "NOT_ON_SALE" ? onSaleFrom : words[STATUS_WORDS[status]]}</>
        )}
      </span>
    </label>
  );
}
