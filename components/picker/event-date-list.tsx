"use client";

import { type ComponentType, type MouseEvent, useState } from "react";
import { Stroke } from "#components/ui/stroke.tsx";
import { dayAndTime } from "#components/words.ts";
import { DateTile } from "./date-tile.tsx";
import { type PickerData, type PickerDate, SHORT_MAX } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";

export type EventDateListProps = {
  readonly dates: PickerData["dates"];
  readonly placeTime: string;
  readonly locale: string;
  readonly language: string;
  readonly chosen: PickerDate;
  readonly words: PickerWords;
  readonly onChoose: (date: PickerDate) => void;
};

export function EventDateList({ dates, placeTime, ...rest }: EventDateListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-3">
        <span className="font-display text-2xl font-bold">{rest.words.chooseDate}</span>{" "}
        <span className="text-sm whitespace-nowrap text-ink-muted">{placeTime}</span>
      </legend>
      {dates.length <= SHORT_MAX ? <Tiles dates={dates} {...rest} /> : <Folded dates={dates} {...rest} />}
    </fieldset>
  );
}

type ListProps = Omit<EventDateListProps, "placeTime">;

/** Under the headings of their Event Date Groups, in the order in which those are first named. */
function Tiles({ dates, chosen, words, onChoose }: ListProps) {
  const groups = Map.groupBy(dates, ({ dateGroup }) => dateGroup ?? "");
  return (
    <div className="flex flex-col gap-4">
      {[...groups].map(([group, some]) => (
        <div key={group} className="flex flex-col gap-2">
          {groups.size > 1 && <p className="text-sm font-semibold text-ink-muted">{group || words.otherDates}</p>}
          <div className="grid grid-cols-2 gap-2 min-[22rem]:grid-cols-3 xl:grid-cols-4">
            {some.map((date) => (
              <DateTile
                key={date.id}
                date={date}
                checked={date.id === chosen.id}
                words={words}
                onChoose={() => onChoose(date)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

type Calendar = ComponentType<ListProps>;

/** The calendar comes when it is wanted: it would be most of this page's script. */
function Folded(props: ListProps) {
  const { chosen, words, locale } = props;
  const [open, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<Calendar>();

  async function load() {
    const { DateCalendar } = await import("./date-calendar.tsx");
    setCalendar(() => DateCalendar);
  }

  function toggle(isOpen: boolean) {
    setOpen(isOpen);
    if (isOpen) void load();
  }

  /** With a pointer one choice is the choice; with the keyboard one may still be on the way to another. */
  function closeAfterPointer({ detail, target }: MouseEvent) {
    if (detail === 0 || !(target instanceof HTMLInputElement) || Number(target.dataset.times ?? 1) > 1) return;
    // Not before the press has made its choice: a drawing in between would put the old one back.
    setTimeout(() => setOpen(false));
  }

  return (
    <details open={open} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary
        onPointerEnter={load}
        className="flex min-h-14 list-none items-center justify-between gap-4 rounded-lg border-2 border-accent-edge bg-accent-soft px-4 text-accent-on-soft [&::-webkit-details-marker]:hidden"
      >
        <span className="figures flex min-w-0 flex-col py-2 font-semibold">
          {dayAndTime(chosen.day, chosen.time, locale)}
          {chosen.label !== undefined && <bdi className="text-sm leading-snug font-normal">{chosen.label}</bdi>}
        </span>
        <span className="inline-flex items-center gap-1 text-sm">
          {words.change}
          <Stroke shape="down" size={18} className={open ? "rotate-180" : ""} />
        </span>
      </summary>
      <div className="min-h-80 pt-4" onClickCapture={closeAfterPointer}>
        {Calendar !== undefined && <Calendar {...props} />}
      </div>
    </details>
  );
}
