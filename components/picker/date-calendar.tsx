"use client";

import { ChevronLeft, ChevronRight } from "lucide";
import { type ReactNode, useState } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { daysOf, monthName, statesIn, weekdayNames } from "#lib/catalogue/picker/calendar-month.ts";
import {
  canBeChosen,
  firstOnSale,
  isForAll,
  type PickerData,
  type PickerDate,
} from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { timeInSquare } from "#lib/i18n/date-parts.ts";
import { fill } from "#lib/i18n/words.ts";
import { DateTile, stateOf, tileClass } from "./date-tile.tsx";

export type DateCalendarProps = {
  readonly dates: PickerData["dates"];
  readonly language: string;
  readonly chosen: PickerDate | undefined;
  readonly words: PickerWords;
  /** A date has to be chosen first. */
  readonly isMissing: boolean;
  readonly onChoose: (date: PickerDate) => void;
  /** About the chosen date, between the month and what its other dates lack. */
  readonly children: ReactNode;
};

/** One month at a time; each day with a date is a radio button. A day with several dates shows its times below. */
export function DateCalendar({ dates, language, chosen, words, isMissing, onChoose, children }: DateCalendarProps) {
  const [group, setGroup] = useState<string>();
  const [requested, setMonth] = useState((chosen ?? firstOnSale(dates)).startsAt.slice(0, 7));
  const shown = group === undefined ? dates : dates.filter(({ dateGroup }) => dateGroup === group);
  const months = [...new Set(shown.map(({ startsAt }) => startsAt.slice(0, 7)))].toSorted();
  const month = months.includes(requested)
    ? requested
    : (months.find((one) => one > requested) ?? months.at(-1) ?? requested);
  const inMonth = shown.filter(({ startsAt }) => startsAt.startsWith(month));
  const isOnDay = (date: PickerDate) => chosen?.startsAt.slice(0, 10) === date.startsAt.slice(0, 10);
  const times = inMonth.filter(isOnDay);
  const at = months.indexOf(month);

  return (
    <div className="flex flex-col gap-4">
      <Groups dates={dates} group={group} words={words} onChoose={setGroup} />
      <div className="flex items-center justify-between gap-2">
        <MonthButton to={months[at - 1]} label={words.monthBefore} language={language} onShow={setMonth}>
          <Icon of={ChevronLeft} size={22} className="rtl:rotate-180" />
        </MonthButton>
        <p aria-live="polite" className="font-display text-lg font-bold">
          {monthName(month, language)}
        </p>
        <MonthButton to={months[at + 1]} label={words.monthAfter} language={language} onShow={setMonth}>
          <Icon of={ChevronRight} size={22} className="rtl:rotate-180" />
        </MonthButton>
      </div>
      <div className="grid grid-cols-7 gap-1 max-[22rem]:-mx-3.5 sm:gap-1.5">
        {weekdayNames(language).map((name) => (
          <span key={name} aria-hidden="true" className="pb-1 text-center text-xs text-ink-muted">
            {name}
          </span>
        ))}
        {daysOf(month, language, inMonth).map(({ key, number, dates: [first, ...more] }) =>
          first === undefined ? (
            <span
              key={key}
              aria-hidden="true"
              className="figures grid min-h-12 place-items-center text-sm text-ink-faint"
            >
              {number}
            </span>
          ) : (
            <Day
              key={key}
              number={number}
              dates={[first, ...more]}
              checked={isOnDay(first)}
              language={language}
              words={words}
              isMissing={isMissing}
              onChoose={onChoose}
            />
          ),
        )}
      </div>
      {chosen && times.length > 1 && (
        <fieldset className="flex min-w-0 flex-col">
          <legend className="pb-2 text-sm font-semibold">{fill(words.timesOn, { day: chosen.day })}</legend>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {times.map((date) => (
              <DateTile
                key={date.id}
                date={date}
                name="time"
                checked={date.id === chosen.id}
                words={words}
                onChoose={() => onChoose(date)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className="flex flex-col gap-1.5">{children}</div>
      <div className="flex flex-col gap-1 text-xs text-ink-muted empty:hidden">
        {statesIn(inMonth, (date) => stateOf(date, words), language).map((text) => (
          <p key={text} className="figures">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

type DayProps = {
  readonly number: string;
  readonly dates: readonly [PickerDate, ...PickerDate[]];
  readonly checked: boolean;
} & Pick<DateCalendarProps, "language" | "words" | "isMissing" | "onChoose">;

/** A day as a radio button, named by the whole date, its times and their states. */
function Day({ number, dates, checked, language, words, isMissing, onChoose }: DayProps) {
  const date = dates.find(({ status }) => status === "ON_SALE") ?? dates.find(canBeChosen) ?? dates[0];
  const isDisabled = !canBeChosen(date);
  const names = dates.map((one) => [one.time, stateOf(one, words)].filter(Boolean).join(", "));
  const isOut = !dates.some(isForAll);
  const isMany = dates.length > TIMES_MAX;
  return (
    <label
      className={classNames(
        "flex min-h-12 min-w-0 flex-col items-center justify-center px-0.5 py-1",
        tileClass(isOut, isMissing),
      )}
    >
      <input
        type="radio"
        name="day"
        value={date.id}
        checked={checked}
        disabled={isDisabled}
        data-times={dates.length}
        aria-label={`${date.day} ${names.join("; ")}`}
        onChange={() => onChoose(date)}
        className="sr-only"
      />
      <span className={classNames("figures text-base font-semibold", isOut && "line-through")}>{number}</span>
      {(isDisabled || !isMany) && (
        <span className="figures text-center text-xs leading-tight max-sm:hidden">
          {isDisabled
            ? stateOf(date, words)
            : dates.map((one) => (
                <span key={one.id} className={classNames("block", !isForAll(one) && "text-ink-muted line-through")}>
                  {timeInSquare(one.time, language)}
                </span>
              ))}
        </span>
      )}
      {!isDisabled && dates.length > 1 && <Dots dates={dates} className={isMany ? "" : "sm:hidden"} />}
    </label>
  );
}

/** At most this many dates of a day have their times in its square. */
const TIMES_MAX = 2;
const DOTS_MAX = 6;

type DotsProps = { readonly dates: readonly PickerDate[]; readonly className: string };

/** A dot for each date of a day, hollow for one that is not on sale, where the square is too narrow for the times. */
function Dots({ dates, className }: DotsProps) {
  return (
    <span className={classNames("flex flex-wrap justify-center gap-1 py-1", className)}>
      {dates.slice(0, DOTS_MAX).map((one) => (
        <span
          key={one.id}
          className={classNames("size-1.5 rounded-full border border-current", isForAll(one) && "bg-current")}
        />
      ))}
    </span>
  );
}

type GroupsProps = {
  readonly dates: PickerData["dates"];
  readonly group: string | undefined;
  readonly words: PickerWords;
  readonly onChoose: (group: string | undefined) => void;
};

/** One chip for each Event Date Group, where there are any. */
function Groups({ dates, group, words, onChoose }: GroupsProps) {
  const groups = [...new Set(dates.flatMap(({ dateGroup }) => dateGroup ?? []))];
  if (groups.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {[undefined, ...groups].map((name) => (
        <button
          key={name ?? ""}
          type="button"
          aria-pressed={name === group}
          onClick={() => onChoose(name)}
          className="min-h-11 rounded-full border border-line-strong bg-surface px-4 text-sm font-medium aria-pressed:border-accent-edge aria-pressed:bg-accent-soft aria-pressed:text-accent-on-soft"
        >
          {name ?? words.everyGroup}
        </button>
      ))}
    </div>
  );
}

type MonthButtonProps = {
  readonly to: string | undefined;
  readonly label: string;
  readonly language: string;
  readonly onShow: (month: string) => void;
  readonly children: React.ReactNode;
};

/** The button for another month. At the first and last month it stays focusable. */
function MonthButton({ to, label, language, onShow, children }: MonthButtonProps) {
  return (
    <button
      type="button"
      aria-label={fill(label, { month: to === undefined ? "–" : monthName(to, language) })}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onShow(to)}
      className="tap inline-flex items-center justify-center rounded-full border border-line-strong bg-surface hover:bg-sunken aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-faint"
    >
      {children}
    </button>
  );
}
