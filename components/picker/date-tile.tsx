"use client";

import { canBeChosen, type PickerDate } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";
import { STATUS_WORDS } from "./status-words.ts";

export type DateTileProps = {
  readonly date: PickerDate;
  /** Of the radios: the dates of one list belong together. */
  readonly name?: string;
  readonly checked: boolean;
  readonly words: PickerWords;
  readonly onChoose: () => void;
};

export const TILE =
  "rounded-lg border border-line-strong bg-surface has-checked:border-accent-edge has-checked:bg-accent-soft has-checked:text-accent-on-soft has-checked:ring-1 has-checked:ring-accent-edge has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring";

/** What cannot be bought is seen, says why, and cannot be chosen. */
export function DateTile({ date, name = "date", checked, words, onChoose }: DateTileProps) {
  const state = stateOf(date, words);
  return (
    <label className={`flex min-h-14 flex-col justify-center px-3 py-2 ${TILE}`}>
      <input
        type="radio"
        name={name}
        value={date.id}
        checked={checked}
        disabled={!canBeChosen(date)}
        onChange={onChoose}
        className="sr-only"
      />
      <span className="figures text-sm leading-snug font-semibold">{date.day}</span>
      <span className="figures text-xs leading-snug">
        {date.time}
        {state !== "" && <> · {state}</>}
      </span>
      {date.label !== undefined && <bdi className="mt-0.5 text-xs leading-snug text-pretty">{date.label}</bdi>}
    </label>
  );
}

/** Why a date is not simply on sale, in words; nothing when it is. */
export function stateOf({ status, onSaleFrom }: PickerDate, words: PickerWords): string {
  if (status === "ON_SALE") return "";
  return status === "NOT_ON_SALE" && onSaleFrom !== undefined ? onSaleFrom : words[STATUS_WORDS[status]];
}
