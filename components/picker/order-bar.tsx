"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { plural } from "#components/words.ts";
import { addMoney, formatMoney, isNothing, timesMoney } from "#lib/domain/money.ts";
import type { PickerTicket } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";

export type OrderBarProps = {
  readonly chosen: readonly { readonly ticket: PickerTicket; readonly quantity: number }[];
  readonly pending: boolean;
  readonly locale: string;
  readonly words: PickerWords;
  /** What comes off that total. */
  readonly note?: ReactNode;
  /** On somebody else's page, whose foot is not ours. */
  readonly inFrame?: boolean;
  /** Where there is nothing to hold without one. */
  readonly needsScript?: boolean;
};

const PLACES = {
  page: "fixed inset-x-0 bottom-0 z-30 bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar lg:sticky lg:bottom-4 lg:rounded-xl lg:border lg:border-line lg:shadow-raise",
  frame: "rounded-xl border border-line bg-surface",
};

/** At the thumb on a phone, at the foot of its column on a wide screen: how many, how much, and the one button. */
export function OrderBar({
  chosen,
  pending,
  locale,
  words,
  note,
  inFrame = false,
  needsScript = false,
}: OrderBarProps) {
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first, ...others] = chosen.map(({ ticket, quantity }) => timesMoney(ticket.price, quantity));
  const total = first && others.reduce(addMoney, first);
  return (
    <div className={classNames(PLACES[inFrame ? "frame" : "page"], needsScript && "script-only")}>
      <div className="gutter mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 max-[22rem]:gap-x-3 lg:px-5">
        <p className="script-only flex min-w-0 grow basis-24 flex-wrap items-baseline justify-between gap-x-3 lg:flex-col lg:items-start">
          <span
            className={total === undefined ? "text-sm text-ink-muted max-[22rem]:text-xs" : "text-xs text-ink-muted"}
          >
            {total === undefined ? words.none : plural(words.chosen, count, locale)}
          </span>
          {total !== undefined && (
            <span className="figures font-display text-xl font-bold whitespace-nowrap">
              {isNothing(total) ? words.free : formatMoney(total, locale)}
            </span>
          )}
          {note}
        </p>
        <Button
          pending={pending}
          pendingLabel={words.holding}
          className="shrink-0 px-6 max-[22rem]:grow max-[22rem]:px-4"
        >
          {words.hold}
        </Button>
      </div>
    </div>
  );
}
