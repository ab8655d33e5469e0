"use client";

import { buttonClass } from "#components/ui/button.tsx";
import type { PickerData, PickerDate } from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { dayAndTime, fill } from "#lib/i18n/words.ts";

export type DateNoteProps = {
  readonly data: PickerData;
  readonly date: PickerDate;
  readonly words: PickerWords;
  readonly onChoose: (date: PickerDate) => void;
};

/** What to do where a date cannot be bought now: a calendar reminder, or the next date on sale. */
export function DateNote({ data: { eventId, locale, dates }, date, words, onChoose }: DateNoteProps) {
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
