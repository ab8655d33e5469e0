"use client";

import { Button } from "#components/ui/button.tsx";
import { plural } from "#components/words.ts";
import { formatMoney, isNothing, type Money } from "#lib/domain/money.ts";
import type { PickerWords } from "./picker-data.ts";

export type OrderBarProps = {
  readonly count: number;
  readonly total: Money | undefined;
  readonly pending: boolean;
  readonly locale: string;
  readonly words: PickerWords;
};

/** At the thumb on a phone, at the foot of its column on a wide screen: how many, how much, and the one button. */
export function OrderBar({ count, total, pending, locale, words }: OrderBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar lg:sticky lg:bottom-4 lg:rounded-xl lg:border lg:border-line lg:shadow-raise">
      <div className="gutter mx-auto flex max-w-6xl items-center justify-between gap-4 py-3 lg:px-5">
        <p className="script-only flex min-w-0 flex-col">
          <span className={count === 0 ? "text-sm text-ink-muted" : "text-xs text-ink-muted"}>
            {count === 0 ? words.none : plural(words.chosen, count, locale)}
          </span>
          {count > 0 && total !== undefined && (
            <span className="figures font-display text-xl font-bold">
              {isNothing(total) ? words.free : formatMoney(total, locale)}
            </span>
          )}
        </p>
        <Button pending={pending} pendingLabel={words.holding} className="shrink-0 px-6">
          {words.hold}
        </Button>
      </div>
    </div>
  );
}
