"use client";

import { classNames } from "#components/ui/class-names.ts";
import { canBeChosen, isForAll, isSoldByCode, type PickerDate } from "#lib/catalogue/picker/picker-data.ts";
import { type PickerWords, STATUS_WORDS } from "#lib/catalogue/picker/picker-words.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { dayInTile } from "#lib/i18n/date-parts.ts";

type DateTileProps = {
  readonly date: PickerDate;
  /** The name of the radio group. */
  readonly name?: string;
  readonly checked: boolean;
  /** "From $18.50", where the dates differ in it. */
  readonly price?: string | undefined;
  /** Another tile of the row has a third line, so that of all the first lines are beside each other. */
  readonly isAtTop?: boolean;
  /** A date has to be chosen first. */
  readonly isMissing?: boolean;
  readonly words: PickerWords;
  readonly onChoose: () => void;
};

const TILE =
  "rounded-lg border has-checked:border-accent-edge has-checked:bg-accent-soft has-checked:text-accent-on-soft has-checked:shadow-edge has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring";

/**
 * Returns the classes of a date's tile, with a red edge where one `isMissing`. Dates that are not on sale to everybody look so, also
 * where a code opens them.
 */
export function tileClass(isOut: boolean, isMissing: boolean): string {
  const edge = isMissing ? "border-bad" : "border-line-strong";
  return `${TILE} ${edge} ${isOut ? "border-dashed bg-sunken text-ink-muted" : "bg-surface"}`;
}

/** A date as a radio button. A date that cannot be bought stays in place, disabled, with its state. */
export function DateTile({
  date,
  name = "date",
  checked,
  price = "",
  isAtTop = false,
  isMissing = false,
  words,
  onChoose,
}: DateTileProps) {
  const state = stateOf(date, words) || price;
  const about = labelsOf(date).join(", ");
  return (
    <label
      className={classNames(
        "flex min-h-17.25 min-w-0 flex-col items-center px-1 text-center",
        isAtTop ? "py-2" : "justify-center py-1.5",
        tileClass(!isForAll(date), isMissing),
      )}
    >
      <input
        type="radio"
        name={name}
        value={date.id}
        checked={checked}
        disabled={!canBeChosen(date)}
        onChange={onChoose}
        className="sr-only"
      />
      <span className="figures text-xs/tight font-semibold text-balance whitespace-pre-line">
        {dayInTile(date.day)}
      </span>{" "}
      <span className="figures text-xs">{date.time}</span>
      {state !== "" && <span className="text-xs leading-tight font-medium">{state}</span>}
      {about !== "" && (
        <span className="sr-only" lang={contentLanguage()}>
          {about}
        </span>
      )}
    </label>
  );
}

/** Returns the organiser's labels of the date: "Opening weekend", "Relaxed performance". */
export function labelsOf({ dateGroup, label }: PickerDate): readonly string[] {
  return [dateGroup, label].filter((text) => text !== undefined);
}

/** Returns the state of a date that is not on sale, as a text; "" for one that is. */
export function stateOf(date: PickerDate, words: PickerWords): string {
  const { status, onSaleFrom } = date;
  if (status === "ON_SALE") return "";
  if (status === "NOT_ON_SALE" && isSoldByCode(date)) return words.presale;
  return status === "NOT_ON_SALE" && onSaleFrom !== undefined ? onSaleFrom : words[STATUS_WORDS[status]];
}
